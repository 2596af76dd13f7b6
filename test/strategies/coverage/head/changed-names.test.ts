import { describe, expect, it } from 'vitest'
import type { SymbolChange } from '../../../../src/ledger/ledger.ts'
import { changedNames as namesIn } from '../../../../src/strategies/coverage/head/changed-names.ts'

function changed(name: string, signature: string): SymbolChange {
  return { how: 'changed', name, signature }
}

function changedNames(changes: readonly SymbolChange[], maxLength: number, withSignatures: boolean): string {
  return namesIn(changes, { maxLength, maxNames: 9, withSignatures, isCreated: false, isNamed: () => false })
}

describe('changedNames', () => {
  it.each([
    ['Store.Read', 'func (s *Store) Read(path string) (Row, error)', 'Store.Read(path string) (Row, error)'],
    ['rowsOf', 'export function rowsOf<T>(sheet: T): T[]', 'rowsOf<T>(sheet: T): T[]'],
    ['read', 'def read(self, path: str) -> Row:', 'read(self, path: str) -> Row'],
    ['limit', 'const limit = 7', 'limit = 7'],
    ['wait', 'const wait = 10 * time.Minute', 'wait = 10 * time.Minute'],
    ['name', "export const name: string = 'rows';", "name = 'rows'"],
    ['rows', 'const rows = readRows(path)', 'rows'],
    ['Row', 'type Row struct', 'Row'],
    ['load', 'func load( path string, mode int, ) error', 'load(path string, mode int) error'],
    ['Row.Name', 'func (r Row) Name() string { return r.name }', 'Row.Name() string'],
    ['end', 'end(): void {}', 'end(): void'],
    ['at', 'function at(row: Row): { x: number }', 'at(row: Row): { x: number }'],
    ['reads a row', "it('reads a row', () =>", 'reads a row'],
  ])('says what %s is in a few words', (name, signature, said) => {
    expect(changedNames([changed(name, signature)], 200, true)).toBe(said)
  })

  it('marks what is new in a file, but for a new file', () => {
    const load: SymbolChange = { how: 'added', name: 'load', signature: 'func load() error' }
    const size: SymbolChange = { how: 'added', name: 'Store.Size', signature: 'func (s Store) Size() int' }
    const read = changed('Store.Read', 'func (s *Store) Read() error')
    expect(changedNames([load, read, size], 200, true)).toBe(
      '+load() error, Store.Read() error, +.Size() int',
    )
    const room = { maxLength: 200, maxNames: 9, withSignatures: true, isCreated: true, isNamed: () => false }
    expect(namesIn([load], room)).toBe('load() error')
  })

  it('leaves out parameters that are too many', () => {
    const many = `func load(${'first string, '.repeat(8)}last int) error`
    expect(changedNames([changed('load', many)], 200, true)).toBe('load')
  })

  it('names what was removed, and tests by their names alone', () => {
    const gone: SymbolChange = { how: 'removed', name: 'load', signature: 'func load() error' }
    expect(changedNames([gone, changed('TestA', 'func TestA(t *testing.T)')], 200, false)).toBe(
      'removed load, TestA',
    )
  })

  it('says the type of methods in a row once', () => {
    const read = changed('Store.Read', 'func (s *Store) Read() error')
    const size = changed('Store.Size', 'func (s Store) Size() int')
    const gone: SymbolChange = { ...size, how: 'removed' }
    expect(changedNames([read, size], 200, true)).toBe('Store.Read() error, .Size() int')
    expect(changedNames([read, changed('load', 'func load()'), size], 200, true)).toBe(
      'Store.Read() error, load(), Store.Size() int',
    )
    expect(changedNames([read, gone], 200, false)).toBe('Store.Read, removed Store.Size')
  })

  it('keeps the latest where there is no room for all', () => {
    const names = ['first', 'second', 'third'].map(name => changed(name, `type ${name} struct`))
    expect(changedNames(names, 14, true)).toBe('second, third, +1 more')
    const gone = names.map((change): SymbolChange => ({ ...change, how: 'removed' }))
    expect(changedNames(gone, 20, true)).toBe('removed third, +2 more')
    expect(changedNames([], 14, true)).toBe('')
  })

  it('keeps what is named, then what is new or gone', () => {
    const all: readonly SymbolChange[] = [
      changed('first', 'type first struct'),
      { how: 'added', name: 'second', signature: 'type second struct' },
      changed('third', 'type third struct'),
      changed('fourth', 'type fourth struct'),
    ]
    const room = { maxLength: 18, maxNames: 9, withSignatures: true, isCreated: false }
    expect(namesIn(all, { ...room, isNamed: name => name === 'first' })).toBe('first, +second, +2 more')
    expect(namesIn(all, { ...room, isNamed: () => false })).toBe('+second, fourth, +2 more')
  })

  it('names functions before variables and constants', () => {
    const changes = [
      changed('limit', 'const limit = 7'),
      changed('ErrClosed', 'ErrClosed = errors.New("closed")'),
      changed('load', 'export const load = async (path: string) => {'),
      changed('Timeout', 'Timeout = 30 * time.Second'),
      changed('Store.Read', 'func (s *Store) Read() error'),
    ]
    expect(changedNames(changes, 200, false)).toBe('load, Store.Read, limit, ErrClosed, Timeout')
    expect(changedNames(changes, 28, false)).toBe('load, Store.Read, Timeout, +2 more')
    expect(
      namesIn(changes, {
        maxLength: 14,
        maxNames: 9,
        withSignatures: false,
        isCreated: true,
        isNamed: () => false,
      }),
    ).toBe('load, Store.Read, +3 more')
  })

  it('names of a new file first what others use', () => {
    const changes = [
      changed('cells', 'const cells = readCells(sheet)'),
      changed('widthOf', 'function widthOf(row: Row): number'),
      changed('Row', 'export interface Row'),
      changed('rowsOf', 'export function rowsOf(sheet: Sheet): Row[]'),
      changed('heightOf', 'function heightOf(row: Row): number'),
    ]
    const room = { maxLength: 40, maxNames: 9, withSignatures: true, isCreated: true, isNamed: () => false }
    expect(namesIn(changes, room)).toBe('Row, rowsOf(sheet: Sheet): Row[], +3 more')
    expect(namesIn(changes, { ...room, maxLength: 60 })).toBe(
      'widthOf(row: Row): number, Row, rowsOf(sheet: Sheet): Row[], +2 more',
    )
    const ofGo = ['Store.read', 'Store.Write', 'load', 'Load'].map(name =>
      changed(name, `func ${name.startsWith('Store') ? '(s *Store) ' : ''}${name.replace('Store.', '')}()`),
    )
    expect(namesIn(ofGo, { ...room, maxLength: 15 })).toBe('Store.Write(), Load(), +2 more')
    expect(namesIn(changes, { ...room, maxLength: 200, maxNames: 2 })).toBe(
      'Row, rowsOf(sheet: Sheet): Row[], +3 more',
    )
  })
})
