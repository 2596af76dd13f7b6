import { describe, expect, it } from 'vitest'
import { type ThoughtSignal, thoughtSignalsIn } from '../../../src/scan/signals/thought-signals.ts'

const said: readonly (readonly [ThoughtSignal, string])[] = [
  ['conclusion', 'So it is the cache.'],
  ['conclusion', 'It fails on both, which means that the port is taken.'],
  ['conclusion', 'The culprit is the timer.'],
  ['conclusion', 'Die Ursache liegt im Zwischenspeicher.'],
  ['conclusion', '原因是缓存没有清空。'],
  ['conclusion', '原因はキャッシュです。'],
  ['conclusion', 'Оказалось, порт занят.'],
  ['conclusion', 'Resulta que el puerto está ocupado.'],
  ['conclusion', "Il s'avère que le port est pris."],
  ['hesitation', 'Actually, the timer may run twice.'],
  ['hesitation', 'Warte, das kann nicht sein.'],
  ['hesitation', 'Je me demande si le port est pris.'],
  ['advice', 'My recommendation: read the port from the settings.'],
  ['advice', 'Instead, ask the store.'],
  ['advice', 'Ich empfehle den kleineren Wert.'],
  ['advice', '建议使用缓存。'],
  ['step', 'Let me read the log.'],
  ['step', 'Jetzt werde ich die Tests starten.'],
  ['step', '接下来运行测试。'],
]

describe('signals of thoughts', () => {
  it.each(said)('%s: %s', (signal, text) => {
    expect(thoughtSignalsIn(text)).toContain(signal)
  })

  it('are not heard in plain statements', () => {
    for (const text of ['The log has ten lines.', 'Das Protokoll ist kurz.', '日志有十行。'])
      expect(thoughtSignalsIn(text)).toEqual([])
  })
})
