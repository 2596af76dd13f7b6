import { describe, expect, it } from 'vitest'
import { type SessionSignal, sessionSignalsIn } from '../../../src/scan/signals/session-signals.ts'

const said: readonly (readonly [SessionSignal, string])[] = [
  ['blocker', "I'm blocked on the missing key."],
  ['blocker', 'Ich warte auf den Schlüssel.'],
  ['blocker', '目前无法继续。'],
  ['next', 'Next, I will write the tests.'],
  ['next', 'Als Nächstes schreibe ich Tests.'],
  ['next', '接下来编写测试。'],
  ['report', "The button doesn't work."],
  ['report', 'Der Knopf funktioniert nicht.'],
  ['report', '编译报错。'],
  ['report', 'Кнопка не работает.'],
  ['report', 'El botón no funciona.'],
  ['report', 'Le bouton ne marche pas.'],
  ['fixed', 'Great, it works now.'],
  ['fixed', '问题解决了。'],
  ['replaces', 'Use pnpm instead of npm.'],
  ['replaces', 'npm の代わりに pnpm を使う。'],
  ['reason', 'I keep it because it is small.'],
  ['reason', 'Я оставлю это, потому что оно маленькое.'],
]

describe('signals of the course of work', () => {
  it.each(said)('%s: %s', (signal, text) => {
    expect(sessionSignalsIn(text)).toContain(signal)
  })

  it('are not heard in plain statements', () => {
    for (const text of ['The file has ten lines.', 'Ein Satz.', '这是一个文件。'])
      expect(sessionSignalsIn(text)).toEqual([])
  })
})
