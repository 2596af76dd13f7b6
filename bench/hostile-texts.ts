/** Texts made to be slow: one long run of everything that a careless pattern would try again from each place. */
export function hostileTexts(length: number): readonly { readonly name: string; readonly text: string }[] {
  const pieces: readonly (readonly [name: string, piece: string])[] = [
    ['words without an end', 'word '],
    ['Chinese without an end', '内存错误在这里'],
    ['hex digits', '0123456789abcdef'],
    ['abc-def-…', 'abc-def-'],
    ['a/b/c/d/…', 'a/b/c/d/'],
    ['a.b.c.d.…', 'a.b.c.d.'],
    ['spaces', ' '],
    ['abc_def_…', 'abc_def_'],
    ['quotes that never close', '"aaaaaaaaaaaa '],
    ['brackets', '[['],
    ['backticks', '`` '],
    ['one letter', 'a'],
    ['equals signs', '='],
    ['emoji', '👩‍👩‍👧‍👦'],
    ['numbers', '12345.67,'],
    ['line breaks', '\n'],
    ['password=', 'password='],
    ['error lines', 'ERROR: failed\n'],
  ]
  return pieces.map(([name, piece]) => ({
    name,
    text: piece.repeat(Math.ceil(length / piece.length)).slice(0, length),
  }))
}
