// Package report owns how counts of turns are shown: the heat map of hours and
// weekdays and tables as text, and the heat map as a picture.
//
// Texts and pictures speak the language in force (package lang); JSON is in English.
// It draws what it is given: it reads no history and no clock, and writes nothing
// but bytes. Everything must be readable without colour and at 60 columns. Names
// may be hostile: in text and pictures they are clean, in a Document as they are.
package report
