// Package forecast owns the judgement which model is likely to take a turn, now
// and in the next hours, from what earlier turns met: crowded hours come back by
// the hour of the day and the day of the week, and a crowd that is there now
// stays for a while.
//
// It is arithmetic on a small table. It must never open the database or read
// session files, so that a run may ask it about the summary that the last import
// left, and it never claims to know what few turns told: Enough says so.
package forecast
