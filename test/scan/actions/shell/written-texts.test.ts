import { describe, expect, it } from 'vitest'
import { shellCommands } from '../../../../src/scan/actions/shell/shell-commands.ts'
import { writtenTexts } from '../../../../src/scan/actions/shell/written-texts.ts'

const writtenBy = (command: string) => shellCommands(command, '/w').flatMap(writtenTexts)

describe('writtenTexts', () => {
  it.each([
    ["cat >> src/a.ts <<'EOF'\nconst a = 1\nEOF\necho done", '/w/src/a.ts', false],
    ['cd src && cat <<EOF > a.ts && npm test\nconst a = 1\nEOF', '/w/src/a.ts', true],
    ['cat - > a.ts << EOF\nconst a = 1\nEOF', '/w/a.ts', true],
    ['tee -a a.ts <<EOF\nconst a = 1\nEOF', '/w/a.ts', false],
  ])('has the text of a heredoc with its file: %s', (command, path, isWhole) => {
    expect(writtenBy(command)).toEqual([{ path, text: 'const a = 1\n', isWhole }])
  })

  it.each([
    'cat a.ts > b.ts',
    'cat head.ts - > b.ts <<EOF\nconst a = 1\nEOF',
    "python3 - <<'EOF'\nopen('a.ts', 'w').write('x')\nEOF",
    'sort > a.ts <<EOF\nb\na\nEOF',
    'cat > "$FILE" <<EOF\nconst a = 1\nEOF',
    'cat <<EOF\nconst a = 1\nEOF',
  ])('has none where the file holds something else, or is not known: %s', command => {
    expect(writtenBy(command)).toEqual([])
  })
})
