package layers

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cxhook/cxhook/codex"
)

// configured reads what counts in proj/a/b with -p work.
func (s site) configured() codex.Configured {
	s.t.Helper()
	args, err := codex.ParseArgs([]string{"-p", "work"})
	if err != nil {
		s.t.Fatal(err)
	}
	return Configured(Options{Args: args, Home: filepath.Join(s.root, "codex"), Dir: filepath.Join(s.root, "proj/a/b"), System: filepath.Join(s.root, "etc")})
}

func TestOnlyFilesThatCodexReadsTellWhatIsConfigured(t *testing.T) {
	s := newSite(t)
	s.write("codex/config.toml", "x = 'user'\n[projects.'@/proj']\ntrust_level = 'trusted'\n")
	s.write("codex/work.config.toml", "x = 'profile'\n")
	s.write("codex/other.config.toml", "x = 'other profile'\n")
	s.write("proj/.codex/config.toml", "x = 'project'\n")
	s.write(".codex/config.toml", "x = 'above the project'\n")
	s.write("etc/config.toml", "x = 'system'\n")
	if diff := cmp.Diff([]string{"project", "profile", "user", "system"}, s.configured()["x"]); diff != "" {
		t.Error(diff)
	}
	s.write("codex/config.toml", "x = 'user'\n")
	if diff := cmp.Diff([]string{"profile", "user", "system"}, s.configured()["x"]); diff != "" {
		t.Errorf("untrusted: %s", diff)
	}
}

func TestAFileThatCountsAndCannotBeReadMakesTheConfigurationUnknown(t *testing.T) {
	s := newSite(t)
	monster := strings.Repeat("a.", 1_000_000) + "a = 1\n"
	s.write("proj/.codex/config.toml", monster)
	s.write(".codex/config.toml", monster)
	if s.configured() == nil {
		t.Error("a file of a project that is not trusted matters")
	}
	s.write("codex/config.toml", "[projects.'@/proj']\ntrust_level = 'trusted'\n")
	if got := s.configured(); got != nil {
		t.Errorf("%v", got)
	}
}
