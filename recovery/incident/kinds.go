package incident

func (Refused) event()   {}
func (Chosen) event()    {}
func (Wait) event()      {}
func (StopWait) event()  {}
func (Dismissed) event() {}
func (Clock) event()     {}
func (Answered) event()  {}
func (Typed) event()     {}
func (Catalogue) event() {}
func (Planned) event()   {}
func (TurnBegan) event() {}
func (Refuted) event()   {}
func (Exited) event()    {}

func (Close) effect()      {}
func (Count) effect()      {}
func (Uncount) effect()    {}
func (Ask) effect()        {}
func (Type) effect()       {}
func (Cancel) effect()     {}
func (NeedModels) effect() {}
func (Plan) effect()       {}
func (End) effect()        {}
func (ByHand) effect()     {}
func (Went) effect()       {}
func (Told) effect()       {}
func (Doubt) effect()      {}
func (Leave) effect()      {}
func (Overtaken) effect()  {}
