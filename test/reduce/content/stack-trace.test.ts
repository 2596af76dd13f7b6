import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stackTrace } from '../../../src/reduce/content/stack-trace.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { hostile, obeysLaws, outputOf, shell, viewOf } from './output-laws.ts'
import '../../property-seed.ts'

const javascript = `TypeError: Cannot read properties of undefined (reading 'id')
    at loadUser (/srv/shop/src/user.ts:14:22)
    at async handle (/srv/shop/src/server.ts:40:5)
    at Layer.handle (/srv/shop/node_modules/express/lib/router/layer.js:95:5)
    at next (/srv/shop/node_modules/express/lib/router/route.js:144:13)
    at node:internal/process/task_queues:95:5
  [cause]: Error: socket closed
    at read (/srv/shop/src/socket.ts:3:9)`

const python = `Traceback (most recent call last):
  File "/srv/shop/main.py", line 12, in <module>
    run()
  File "/srv/shop/run.py", line 40, in run
    client.get(url)
  File "/usr/lib/python3.12/site-packages/requests/api.py", line 73, in get
    return request("get", url)
  File "/usr/lib/python3.12/site-packages/requests/sessions.py", line 587, in request
    raise ConnectionError(e)
requests.exceptions.ConnectionError: no route to host`

const java = `Exception in thread "main" java.lang.IllegalStateException: no order
\tat com.acme.Shop.order(Shop.java:31)
\tat com.acme.Shop.run(Shop.java:12)
\tat org.springframework.web.Filter.call(Filter.java:3)
\tat org.springframework.web.Chain.call(Chain.java:4)
Caused by: java.io.IOException: disk is full
\tat com.acme.Store.write(Store.java:9)
\t... 4 more`

const go = `panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.pick(...)
\t/srv/shop/main.go:12
net/http.(*conn).serve(0x1)
\t/usr/local/go/src/net/http/server.go:1 +0x2
net/http.(*Server).Serve(0x1)
\t/usr/local/go/src/net/http/server.go:9 +0x2

goroutine 7 [chan receive]:
main.wait()
\t/srv/shop/wait.go:3 +0x1

goroutine 8 [chan receive, 5 minutes]:
main.wait()
\t/srv/shop/wait.go:3 +0x1
exit status 2`

const rust = `thread 'main' panicked at src/main.rs:4:5:
called \`Option::unwrap()\` on a \`None\` value
stack backtrace:
   0: rust_begin_unwind
             at /rustc/abc/library/std/src/panicking.rs:652:5
   1: core::panicking::panic_fmt
             at /rustc/abc/library/core/src/panicking.rs:72:14
   2: shop::main
             at ./src/main.rs:4:5`

const csharp = `Unhandled exception. System.InvalidOperationException: empty cart
 ---> System.IO.IOException: locked
   at Shop.Cart.Save() in /srv/shop/Cart.cs:line 12
   --- End of inner exception stack trace ---
   at Shop.Cart.Pay() in /srv/shop/Cart.cs:line 30
   at System.Threading.Tasks.Task.Run()
   at System.Threading.Thread.Start()`

const ruby = `app/cart.rb:12:in 'total': undefined method 'sum' for nil (NoMethodError)
\tfrom app/shop.rb:3:in 'run'
\tfrom /usr/lib/ruby/gems/3.3.0/gems/rack-3.0/lib/rack.rb:9:in 'call'
\tfrom /usr/lib/ruby/gems/3.3.0/gems/puma-6/lib/puma.rb:1:in 'call'`

const traces = { javascript, python, java, go, rust, csharp, ruby }

const shown: Readonly<
  Record<keyof typeof traces, { readonly key: readonly string[]; readonly said: readonly string[] }>
> = {
  javascript: {
    key: ['TypeError: Cannot', 'src/user.ts:14:22', '[cause]: Error: socket closed', 'src/socket.ts:3:9'],
    said: ['    … 3 library frames: express, node:internal/process/task_queues'],
  },
  python: {
    key: ['Traceback', 'run.py", line 40', 'client.get(url)', 'ConnectionError: no route'],
    said: ['    … 2 library frames: requests'],
  },
  java: {
    key: ['no order', 'Shop.java:31', 'Caused by: java.io.IOException: disk is full', 'Store.java:9'],
    said: ['    … 2 library frames: org.springframework'],
  },
  go: {
    key: ['panic: runtime error', 'main.pick(...)', '/srv/shop/main.go:12', 'exit status 2'],
    said: ['    … 2 library frames', '… 2 more goroutines [chan receive]'],
  },
  rust: {
    key: ["thread 'main' panicked", 'shop::main', './src/main.rs:4:5'],
    said: ['    … 2 library frames'],
  },
  csharp: {
    key: ['empty cart', 'System.IO.IOException: locked', 'Cart.cs:line 12'],
    said: ['    … 2 library frames: System.Threading'],
  },
  ruby: { key: ["undefined method 'sum'"], said: ['    … 2 library frames: rack-3.0, puma-6'] },
}

describe('stackTrace', () => {
  it.each(Object.keys(traces) as (keyof typeof traces)[])('tells what went wrong and where in %s', name => {
    const pieces = obeysLaws(stackTrace, traces[name])
    const key = viewOf(pieces, 'key').join('\n')
    for (const text of shown[name].key) expect(key).toContain(text)
    expect(pieces.filter(({ isStatement }) => isStatement).map(({ text }) => text)).toEqual(shown[name].said)
    expect(stackTrace.fits(new SourcedText(traces[name], { ...shell, kind: 'stack-trace' }))).toBe(true)
  })

  it('shows a frame under its error', () => {
    const pieces = obeysLaws(stackTrace, javascript)
    const frame = pieces.find(({ text }) => text.includes('socket.ts'))
    expect(pieces[frame?.under ?? -1]?.text).toContain('[cause]')
  })

  it('keeps the laws on anything', () => {
    const typical = Object.values(traces).flatMap(trace => trace.split('\n'))
    fc.assert(fc.property(outputOf(typical), text => void obeysLaws(stackTrace, text)))
  })

  it('reads hostile text in one pass', () => {
    for (const text of hostile) obeysLaws(stackTrace, text)
  })
})
