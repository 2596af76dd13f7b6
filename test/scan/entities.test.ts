import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entities } from '../../src/scan/entities.ts'
import type { EntityKind } from '../../src/scan/entity.ts'
import { anyText } from './any-text.ts'

const found = (text: string): readonly string[] =>
  entities(text).map(({ kind, text: name }) => `${kind} ${name}`)

/** One text, what must be found in it, and nothing else. */
const samples: readonly {
  readonly text: string
  readonly expected: Partial<Record<EntityKind, string[]>>
}[] = [
  {
    text: 'the fix is in src/api/auth.ts:42:7, ./lib/../a.ts, ~/notes and /etc/hosts, under docs/',
    expected: { path: ['src/api/auth.ts:42:7', './lib/../a.ts', '~/notes', '/etc/hosts', 'docs/'] },
  },
  { text: 'it wrote C:\\Users\\jan\\out.txt there', expected: { path: ['C:\\Users\\jan\\out.txt'] } },
  {
    text: 'edit package.json, a.test.ts:9, .env, the Dockerfile and my_file.py',
    expected: { file: ['package.json', 'a.test.ts:9', '.env', 'Dockerfile', 'my_file.py'] },
  },
  {
    text: 'call fetchData, then OrderService with my_var and MAX_RETRY_COUNT, or run(fast)',
    expected: { identifier: ['fetchData', 'OrderService', 'my_var', 'MAX_RETRY_COUNT', 'run'] },
  },
  {
    text: 'pass --dry-run and $HOME to @types/node, fs.readFile, std::vector, k8s, `main` and Node.js',
    expected: {
      identifier: [
        '--dry-run',
        '$HOME',
        '@types/node',
        'fs.readFile',
        'std::vector',
        'k8s',
        'main',
        'Node.js',
      ],
    },
  },
  {
    text: 'restart redis-prod-001 in us-east-1 beside gpt-4o-mini, a well-known 3-way split',
    expected: { id: ['redis-prod-001', 'us-east-1', 'gpt-4o-mini'] },
  },
  { text: 'see #142, HO-231 and org/repo#7', expected: { issue: ['#142', 'HO-231', 'org/repo#7'] } },
  {
    text: 'from v1.2.3 to 2.0.0-rc.1, v3 and react@18.2.0',
    expected: { version: ['v1.2.3', '2.0.0-rc.1', 'v3', 'react@18.2.0'] },
  },
  {
    text: 'read https://a.example.org/b?c=d#e, (http://b.example/x_(y)) and docs.example.com/z?q=1.',
    expected: {
      url: ['https://a.example.org/b?c=d#e', 'http://b.example/x_(y)', 'docs.example.com/z?q=1'],
    },
  },
  { text: 'write to jan.berg@mail.example.org soon', expected: { email: ['jan.berg@mail.example.org'] } },
  { text: 'ping 10.0.0.1 in 10.0.0.0/8', expected: { address: ['10.0.0.1', '10.0.0.0/8'] } },
  {
    text: 'it listens on :8080, localhost:5432, db-1.internal:6379 and port 443',
    expected: { port: [':8080', 'localhost:5432', 'db-1.internal:6379', '443'] },
  },
  {
    text: 'on 2026-03-01, 01.03.2026, 3/1/2026, March 3, 2026, 3rd May, May 2026 and Friday',
    expected: {
      date: ['2026-03-01', '01.03.2026', '3/1/2026', 'March 3, 2026', '3rd May', 'May 2026', 'Friday'],
    },
  },
  { text: 'at 2026-03-01T10:00:00.123Z it began', expected: { date: ['2026-03-01T10:00:00.123Z'] } },
  { text: 'between 10:00 and 10:05:30.250 it hung', expected: { time: ['10:00', '10:05:30.250'] } },
  {
    text: 'it took 10 seconds, 500MB, 3.5 GiB/s, 15 %, $5.99, 20 °C, 3x and 12 retries',
    expected: {
      quantity: ['10 seconds', '500MB', '3.5 GiB/s', '15 %', '$5.99', '20 °C', '3x', '12 retries'],
    },
  },
  {
    text: 'order=88123 gave status:404 and 1,234,567 of 12 or 7',
    expected: { number: ['88123', '404', '1,234,567'] },
  },
  {
    text: 'commit a1b2c3d4e5 and 123e4567-e89b-12d3-a456-426614174000 but not decade or 1234567',
    expected: { hash: ['a1b2c3d4e5', '123e4567-e89b-12d3-a456-426614174000'], number: ['1234567'] },
  },
  {
    text: 'a TypeError, ECONNREFUSED, SIGKILL, TS2345 or ERR_INVALID_ARG',
    expected: { error: ['TypeError', 'ECONNREFUSED', 'SIGKILL', 'TS2345', 'ERR_INVALID_ARG'] },
  },
  {
    text: 'the plan "blue heron", the \'night shift\', “open door” and `npm run build`',
    expected: { quoted: ['blue heron', 'night shift', 'open door', 'npm run build'], abbreviation: ['npm'] },
  },
  {
    text: '{"first":5432,"text":"one\\nfetchData\\tdone"}',
    expected: {
      number: ['5432'],
      identifier: ['fetchData'],
      quoted: ['first', 'text', 'one\\nfetchData\\tdone'],
    },
  },
  { text: 'it is in "src/a.ts" as the user\'s choice', expected: { path: ['src/a.ts'] } },
  {
    text: 'over ssh and grpc the API speaks TCP/IP, hmm, why not',
    expected: { abbreviation: ['ssh', 'grpc', 'API', 'TCP', 'IP'] },
  },
  {
    text: 'The talk with Ada Lovelace about AWS Lambda went well, and Bob agreed. However, it was late.',
    expected: { name: ['Ada Lovelace', 'AWS Lambda', 'Bob'] },
  },
  {
    text: "It must NOT be ERROR or TODO, and/or so on, i.e. nothing at all, well-known things don't count.",
    expected: {},
  },
]

describe('entities', () => {
  it.each(samples)('$text', ({ text, expected }) => {
    const kinds = Object.entries(expected).flatMap(([kind, names]) => names.map(name => `${kind} ${name}`))
    expect(found(text).toSorted()).toEqual(kinds.toSorted())
  })

  it('calls a word at the start of a sentence a name where it is one elsewhere', () => {
    const text =
      'Redis is down. Deploying again did not help at all, so we asked why Redis had stopped in the night.'
    expect(found(text)).toEqual(['name Redis', 'term Deploying', 'name Redis'])
  })

  it('D22: names the terms of Chinese text', () => {
    expect(found('我们使用 redis 缓存，《用户手册》说 2026年3月1日 上线，端口8080在30秒后超时')).toEqual([
      'term 使用',
      'term redis',
      'term 缓存',
      'quoted 用户手册',
      'date 2026年3月1日',
      'term 上线',
      'term 端口',
      'port 8080',
      'quantity 30秒',
      'term 后超时',
    ])
  })

  it('D22: names the terms of Japanese text', () => {
    expect(
      found('認証サーバーが停止し、「本番環境」で10時30分にエラーが出た。3時間後にNginxを再起動'),
    ).toEqual([
      'term 認証サーバー',
      'term 停止',
      'quoted 本番環境',
      'time 10時30分',
      'term エラー',
      'quantity 3時間',
      'name Nginx',
      'term 再起動',
    ])
  })

  it('D22: names people, dates and quantities in Russian text', () => {
    expect(
      found('После этого Анна Иванова 3 марта 2026 г. закрыла задачу HO-12: 500 запросов на порт 8080'),
    ).toEqual(['name Анна Иванова', 'date 3 марта 2026', 'issue HO-12', 'quantity 500 запросов', 'port 8080'])
  })

  it('D22: takes German nouns for terms, and runs of them for names', () => {
    const text =
      'Der Server wurde am 3. März 2026 neu gestartet, weil die Verbindung zur Datenbank nach 30 Sekunden abbrach, wie Eva Müller von „Nordlicht“ sagte.'
    expect(found(text)).toEqual([
      'term Server',
      'date 3. März 2026',
      'term Verbindung',
      'term Datenbank',
      'quantity 30 Sekunden',
      'name Eva Müller',
      'quoted Nordlicht',
    ])
  })

  it('do not begin inside an address', () => {
    const found = entities('ask db.localhost:80_api_v2 first').map(({ kind, text }) => `${kind} ${text}`)
    expect(found).toEqual(['url db.localhost:80_api_v2'])
  })

  it('are where they say, in order, and overlap only inside quotes', () => {
    fc.assert(
      fc.property(anyText, text => {
        let end = 0
        let quoteEnd = 0
        for (const entity of entities(text)) {
          expect(text.slice(entity.start, entity.start + entity.text.length)).toBe(entity.text)
          expect(entity.text).not.toBe('')
          expect(entity.start).toBeGreaterThanOrEqual(entity.start < quoteEnd ? 0 : end)
          end = entity.start + entity.text.length
          if (entity.kind === 'quoted' || entity.kind === 'identifier') quoteEnd = Math.max(quoteEnd, end)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('begin and end with whole characters in well-formed text', () => {
    fc.assert(
      fc.property(anyText, text => {
        for (const entity of entities(text.toWellFormed())) expect(entity.text.isWellFormed()).toBe(true)
      }),
    )
  })

  it('are few in a token without end', () => {
    for (const piece of ['abc-1-', 'a/b/', 'a.b.', 'a_b', '0a', 'a@'])
      expect(entities(piece.repeat(5000)).length).toBeLessThan(2)
  })
})
