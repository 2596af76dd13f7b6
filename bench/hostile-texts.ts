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

/** Ordinary writing whose words do not repeat so often that a tokenizer has seen them all. */
export function variedProse(length: number): string {
  const syllables = [
    'ka',
    'lo',
    'mi',
    'ter',
    'van',
    'so',
    'ri',
    'den',
    'pu',
    'ing',
    'al',
    'est',
    'or',
    'um',
    'th',
  ]
  let state = 1
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const words: string[] = []
  for (let written = 0; written < length; ) {
    const word = Array.from({ length: 1 + next(4) }, () => syllables[next(syllables.length)]).join('')
    const ending = next(12) === 0 ? '. ' : ' '
    words.push(word + ending)
    written += word.length + ending.length
  }
  return words.join('').slice(0, length)
}
