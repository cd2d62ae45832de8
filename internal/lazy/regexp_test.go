package lazy

import "testing"

func TestAnExpressionIsCompiledAtItsFirstUse(t *testing.T) {
	broken := Regexp("(")
	defer func() {
		if recover() == nil {
			t.Error("the broken expression was taken")
		}
	}()
	if !Regexp("^a+$")().MatchString("aa") {
		t.Error("the expression does not match")
	}
	broken()
}
