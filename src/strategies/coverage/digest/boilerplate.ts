/** Lines of a program or an output that say nothing by themselves. */

const forms: readonly RegExp[] = [
  // Brackets and signs alone.
  /^[\s{}()[\];,.<>/*`'"|+=:#-]{0,80}$/,
  // import x from 'y', from x import y, #include <x>, use x::y;, package x
  /^\s{0,16}(?:import\b|from \S{1,120} import\b|#include\b|use [\w:]{1,80}|using [\w.]{1,80};|package [\w.]{1,80};?$|export \* from|"use strict")/,
  // "fmt" in a list of imports
  /^\s{1,16}"[\w.-]{1,40}"$/,
  // "github.com/x/y" in a list of imports
  /^\s{1,16}(?:\w{1,40} )?"[\w.-]{1,80}(?:\/[\w.-]{1,80}){1,12}",?$/,
  // if err != nil {, return err, return nil, nil
  /^\s{0,60}(?:if (?:\w{1,40} := .{1,80}; )?\w{0,20}[eE]rr(?:or)? != nil \{|return(?: (?:nil|err|null|true|false|None|self|this|undefined))?(?:, (?:nil|err))?;?|break;?|continue;?|pass|else:?|try[:{ ]{0,3}|\} else \{|end|fi|done)$/,
  // Process exited with code 0, Chunk ID: 1a2b: what a host writes around an output
  /^(?:Chunk ID:|Wall time:|Process exited with code 0$|Original token count:|Total output lines:|Output:$|Exit code:? 0$|\(no output\)$)/,
  // What a host answers to an edit
  /^(?:The file .{1,300} has been (?:updated|created|modified|edited)|File (?:created|updated|written) successfully|Todos have been modified|Successfully (?:wrote|replaced|modified|edited) )/,
  // === RUN TestA, === CONT TestA: a test that begins
  /^\s{0,16}=== (?:RUN|PAUSE|CONT|NAME)\b/,
  // t.Helper(), t.Fatal(…), logger.info(…), console.log(…)
  /^\s{0,60}(?:t\.(?:Helper|Parallel|Fatalf?|Errorf?|Logf?)|(?:log|logger|logging|console|slog|fmt)\.\w{1,20})\(/,
]

export function isBoilerplate(line: string): boolean {
  return line.length <= 200 && forms.some(form => form.test(line))
}
