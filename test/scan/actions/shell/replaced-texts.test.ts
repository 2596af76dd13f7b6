import { describe, expect, it } from 'vitest'
import { replacedTexts } from '../../../../src/scan/actions/shell/replaced-texts.ts'
import { shellCommands } from '../../../../src/scan/actions/shell/shell-commands.ts'

const textsOf = (command: string): readonly string[] =>
  shellCommands(command)
    .flatMap(replacedTexts)
    .flatMap(({ path, texts }) => texts.map(text => `${path}: ${text}`))

describe('replacedTexts', () => {
  it.each([
    ["sed -i 's/loadRows(path)/rows(path)/g' src/a.ts", ['src/a.ts: loadRows(path)']],
    [
      "cd src && sed -i '' -e 's|/old/path|/new|' -e '/const unused/d' a.ts b.ts",
      ['src/a.ts: /old/path', 'src/a.ts: const unused', 'src/b.ts: /old/path', 'src/b.ts: const unused'],
    ],
    ["sed -i 's/a\\.length/size/; s/count/total/' a.ts", ['a.ts: a.length', 'a.ts: count']],
    ["perl -pi -e 's/old_name/new_name/g' a.pl", ['a.pl: old_name']],
  ])('finds what %s takes out', (command, texts) => {
    expect(textsOf(command)).toEqual(texts)
  })

  it.each([
    "sed 's/loadRows/rows/' src/a.ts",
    "sed -i 's/load.*Rows/rows/' src/a.ts",
    "sed -i -E 's/loadRows(path)/rows/' src/a.ts",
    "sed -i 's/\\(load\\)Rows/rows/' src/a.ts",
    "sed -i '3,9s/loadRows/rows/' src/a.ts",
    "sed -i '3,9d' src/a.ts",
    "sed -i 's/abc/d/' src/a.ts",
    'sed -i "s/$name/rows/" src/a.ts',
  ])('says nothing of %s', command => {
    expect(textsOf(command)).toEqual([])
  })
})
