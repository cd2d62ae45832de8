package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/cxhook/cxhook/codex"
	"github.com/cxhook/cxhook/codex/layers"
	"github.com/cxhook/cxhook/codex/rollout"
	"github.com/cxhook/cxhook/config"
	"github.com/cxhook/cxhook/doctor"
)

func newDoctor() *cobra.Command {
	var asJSON bool
	var path string
	c := &cobra.Command{
		Use:  "doctor [flags] [-- CODEX-ARGUMENT…]",
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, argv []string) error {
			report, err := examine(c.Context(), argv, path)
			if err != nil {
				return err
			}
			if asJSON {
				err = json.NewEncoder(outFor(c, true)).Encode(report)
			} else {
				err = write(c.OutOrStdout(), report.Text(styled()))
			}
			if status := report.Status(); err == nil && status != exitOK {
				return &exitError{code: status}
			}
			return err
		},
	}
	c.Flags().SetInterspersed(false)
	c.Flags().BoolVar(&asJSON, "json", false, "")
	c.Flags().StringVar(&path, "codex", "", "")
	return c
}

// examine gathers what only processes and the system can tell.
func examine(ctx context.Context, argv []string, path string) (doctor.Report, error) {
	args, err := parsed(argv)
	if err != nil {
		return doctor.Report{}, err
	}
	o := doctor.Options{Args: args, Env: os.Environ()}
	if o.Home, o.Dir, err = places(); err != nil {
		return doctor.Report{}, err
	}
	o.Hook = readHook()
	bin, err := codex.Find(codex.FindOptions{Codex: path})
	if err != nil {
		o.FindErr = err
	} else {
		o.Version = release(ctx, bin)
		o.Hook.Codex, o.Hook.CodexVersion, o.Hook.Others = bin.Path, o.Version, others(bin)
		o.Models, o.ModelsErr = codex.Catalogue(ctx, bin, environment())
	}
	o.Settings, o.Problems = config.Load(o.Hook.Settings)
	o.Problems = append(o.Problems, config.Misplaced()...)
	o.Definitions = doctor.Definitions(o.Hook.Shell, o.Env)
	o.SessionModel, o.SessionEffort = resumed(o.Home, o.Dir, args)
	if err == nil && !args.Has("ignore-user-config") {
		profile, _ := args.Value("profile")
		given := args.Overrides()
		if layers.RulesOf(o.Version).InnerOverrides {
			given = args.InnerOverrides()
		}
		o.Refusal = codex.Refusal(ctx, bin, environment(), args.Cwd(o.Dir), given, profile)
	}
	advisor := newAdvisor(o.Settings.Models, func() []codex.Model { return o.Models }, time.Now())
	o.Offered = func(model string) (models []string) {
		list, _ := advisor.recommend(model, model)
		for _, c := range list {
			models = append(models, c.Model)
		}
		return models
	}
	return doctor.Examine(o)
}

// parsed reads codex's arguments; what codex would refuse is refused.
func parsed(argv []string) (codex.Args, error) {
	args, err := codex.ParseArgs(argv)
	if _, unknown := err.(*codex.UnknownOptionError); unknown {
		err = nil // a newer option does not change the model as far as anybody knows
	}
	return args, err
}

// places are CODEX_HOME and the working directory, both as codex sees them.
func places() (home, dir string, err error) {
	if dir, err = os.Getwd(); err != nil {
		return "", "", err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", "", err
	}
	home = rollout.Home(os.Environ())
	if home, err = filepath.Abs(home); err != nil {
		return "", "", err
	}
	return home, dir, nil
}

// resumed is the model and the effort that the session to be resumed was last used with; "" if none is named, by its id
// or as the last one, or it cannot be read.
func resumed(home, dir string, args codex.Args) (model, effort string) {
	if args.Subcommand() != "resume" {
		return "", ""
	}
	var path string
	var err error
	switch {
	case args.Session() != "":
		path, err = rollout.Find(home, args.Session())
	case !args.Has("last"):
		return "", ""
	case args.Has("all"):
		path, err = rollout.Latest(home, "", args.Has("include-non-interactive"))
	default:
		path, err = rollout.Latest(home, args.Cwd(dir), args.Has("include-non-interactive"))
	}
	if err != nil {
		return "", ""
	}
	session, err := rollout.Read(path)
	if err != nil {
		return "", ""
	}
	return session.Now.Model, session.Now.Effort
}

// styled tells whether standard output shows styles.
func styled() bool {
	return isTerminal(os.Stdout) && coloured()
}
