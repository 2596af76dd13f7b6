import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AddedHook, addedHooks } from '../../../../src/doors/hooks/install/added-hooks.ts'
import { jsonTree } from '../../../../src/doors/hooks/install/json-edit.ts'
import {
  jsonHooksIn,
  withJsonHooks,
  withoutJsonHooks,
} from '../../../../src/doors/hooks/install/json-hooks.ts'
import { loadedHost } from '../loaded-hosts.ts'

const command = { program: 'fovea', options: '' }
const hosts = ['claude-code', 'codex', 'gemini-cli'] as const
const added = (host: string): readonly AddedHook[] => {
  const { hookFile } = loadedHost(host)
  return hookFile.type === 'commands' ? addedHooks(host, hookFile, command) : []
}
const add = (text: string, host: (typeof hosts)[number] = 'claude-code') =>
  withJsonHooks(text, 's.json', added(host))
const remove = (text: string, host: (typeof hosts)[number] = 'claude-code') =>
  withoutJsonHooks(text, 's.json', host)

/** A group as a person may have it already. */
const group = fc.record(
  {
    matcher: fc.constantFrom('Bash', '*', 'Edit|Write'),
    hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.string() }), { maxLength: 3 }),
  },
  { requiredKeys: ['hooks'] },
)
const events = fc.dictionary(
  fc.constantFrom('PreToolUse', 'PostToolUse', 'PreCompact', 'SessionStart', 'Stop', 'AfterTool'),
  fc.array(group, { minLength: 1, maxLength: 3 }),
)
/** Any settings of a person, hooks among them or not. */
const settings = fc
  .tuple(
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    fc.option(events, { nil: undefined }),
  )
  .map(([others, hooks]) => {
    const own = Object.fromEntries(Object.entries(others).filter(([key]) => key !== 'hooks'))
    return hooks === undefined ? own : { ...own, hooks }
  })
/** As editors and people write it. */
const written = fc
  .tuple(settings, fc.constantFrom(undefined, '  ', '    ', '\t'), fc.constantFrom('', '\n', '\r\n'))
  .map(([value, indent, end]) => {
    const text = JSON.stringify(value, null, indent)
    return `${end === '\r\n' ? text.replaceAll('\n', '\r\n') : text}${end}`
  })

/** Without events and groups that say nothing. */
function meaning(text: string): unknown {
  const value = JSON.parse(text.trim() === '' ? '{}' : text) as {
    hooks?: Record<string, { hooks?: unknown[] }[]>
  }
  const { hooks, ...rest } = value
  const said = Object.entries(hooks ?? {}).filter(([, groups]) => groups.length > 0)
  return said.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(said) }
}

describe('hooks in a JSON configuration', () => {
  it('are added to whatever is there, and all of it stays in its place', () => {
    fc.assert(
      fc.property(written, fc.constantFrom(...hosts), (text, host) => {
        const after = add(text, host)
        expect(() => JSON.parse(after)).not.toThrow()
        expect(
          jsonHooksIn(after, 's.json', host)
            .map(({ event }) => event)
            .sort(),
        ).toEqual(
          added(host)
            .map(({ event }) => event)
            .sort(),
        )
        // Every line that was there is there, in order, at most with a comma more.
        const lines = after.split('\n').map(line => line.replace(/,\s*$/, '').trim())
        let at = 0
        if (text.trim().includes('\n'))
          for (const line of text.split('\n')) {
            const wanted = line.replace(/,\s*$/, '').trim()
            // What was empty is opened.
            if (wanted === '' || /(?:\{\}|\[\])$/.test(wanted)) continue
            at = lines.indexOf(wanted, at) + 1
            expect(at).toBeGreaterThan(0)
          }
      }),
    )
  })

  it('are taken out again, and what is left means what it meant', () => {
    fc.assert(
      fc.property(written, fc.constantFrom(...hosts), (text, host) => {
        const back = remove(add(text, host), host)
        expect(meaning(back)).toEqual(meaning(text))
        expect(remove(back, host)).toBe(back)
      }),
    )
  })

  it('are taken out to the byte where a list or an object was not empty', () => {
    fc.assert(
      fc.property(written, text => {
        fc.pre(
          /"hooks":/.test(text) &&
            Object.keys((JSON.parse(text) as { hooks?: object }).hooks ?? {}).length > 0,
        )
        expect(remove(add(text))).toBe(text)
      }),
    )
  })

  it('leave other hooks of the same event and comments alone', () => {
    const text = `{
  // mine
  "model": "opus", /* keep */
  "hooks": {
    "PostToolUse": [
      { "matcher": "Edit", "hooks": [{ "type": "command", "command": "prettier" }] }, // format
    ],
  },
}
`
    const after = add(text)
    for (const part of ['// mine', '/* keep */', '// format', '"command": "prettier"'])
      expect(after).toContain(part)
    expect(jsonHooksIn(after, 's.json', 'claude-code')).toHaveLength(4)
    expect(remove(after)).toBe(text)
  })

  it('go alone from a group that a person has added to', () => {
    const text = add('{}').replace(
      '"timeout": 10',
      '"timeout": 10\n          },\n          {\n            "type": "command", "command": "mine"',
    )
    const back = remove(text)
    expect(JSON.parse(back)).toEqual({
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'mine' }] }] },
    })
  })

  it('keep a key __proto__, and the last of two equal keys counts', () => {
    const text = '{"__proto__": {"a": 1}, "hooks": {}, "hooks": {"Stop": []}}'
    const after = add(text)
    expect(after.startsWith('{"__proto__": {"a": 1}, "hooks": {}, "hooks": {"Stop": []')).toBe(true)
    expect(jsonHooksIn(after, 's.json', 'claude-code')).toHaveLength(4)
  })

  it.each([
    ['{"hooks": [', 's.json, line 1'],
    ['{\n  "a": 1\n  "b": 2\n}', 's.json, line 3'],
    ['{"hooks": 3}', '"hooks" is not an object'],
    ['{"hooks": {"PreToolUse": {}}}', '"hooks.PreToolUse" is not a list'],
    ['[]', 'it is not an object'],
    ['{} {}', 'line 1'],
    ['['.repeat(100_000), 'line 1'],
    ['{"a": 01}', 'line 1'],
  ])('are not added to %j', (text, why) => {
    expect(() => add(text)).toThrow(why)
  })

  it('read the places that JSON has', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const text = `\uFEFF /* a */ ${JSON.stringify(value, null, 1)} // b`
        const tree = jsonTree(text, 's.json')
        expect(JSON.parse(text.slice(tree.offset, tree.offset + tree.length))).toEqual(
          JSON.parse(JSON.stringify(value)),
        )
      }),
    )
  })
})
