/** What a web page can try to get from a server on the machine of its reader; runs in the page. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Each attempt by its name, with what the page could read of the answer: nothing, if all is well. */
export type Attempts = Readonly<Record<string, string>>

/** An expression for the page: takes the address of the proxy. */
export const attempts = `async proxy => {
  const body = JSON.stringify({
    model: 'm', max_tokens: 5, stream: false, messages: [{ role: 'user', content: 'Expand what you can.' }],
  })
  const read = async response => response.type === 'opaque' ? '' : response.status + ' ' + await response.text()
  const asked = (path, options) => fetch(proxy + path, options).then(read)
  const json = { method: 'POST', body, headers: { 'content-type': 'application/json', authorization: 'Bearer mine' } }
  const loaded = (element, set) => new Promise(resolve => {
    element.onload = () => resolve(element.contentDocument?.body?.textContent ?? '')
    element.onerror = () => resolve('')
    set(element)
    document.body.append(element)
    setTimeout(() => resolve(''), 1500)
  })
  const heard = (source, end) => new Promise(resolve => {
    source.onopen = () => resolve('open')
    source.onmessage = event => resolve(String(event.data))
    source.onerror = () => resolve('')
    setTimeout(() => resolve(''), 1500)
  }).finally(() => source.close())
  const posted = enctype => loaded(document.createElement('iframe'), frame => {
    frame.name = 'frame-' + enctype
    const form = Object.assign(document.createElement('form'), {
      method: 'post', action: proxy + '/v1/messages', enctype, target: frame.name,
    })
    form.append(Object.assign(document.createElement('input'), { name: body.slice(0, -1) + ',"x":"', value: '"}' }))
    document.body.append(form)
    setTimeout(() => form.submit(), 50)
  })
  const tried = {
    'fetch with a preflight': () => asked('/v1/messages', json),
    'fetch without a preflight': () => asked('/v1/messages', { method: 'POST', body }),
    'fetch with cookies': () => asked('/v1/messages', { method: 'POST', body, credentials: 'include' }),
    'fetch of a list': () => asked('/v1/models'),
    'fetch of the status': () => asked('/fovea/status.json'),
    'fetch without cors': () => asked('/v1/messages', { method: 'POST', body, mode: 'no-cors' }),
    'fetch of a list without cors': () => asked('/v1/models', { mode: 'no-cors' }),
    'fetch without a referrer': () => asked('/v1/models', { referrerPolicy: 'no-referrer', mode: 'no-cors' }),
    'another method': () => asked('/v1/files/file_1', { method: 'DELETE' }),
    'XMLHttpRequest': () => new Promise(resolve => {
      const request = new XMLHttpRequest()
      request.onloadend = () => resolve(request.responseText)
      request.open('POST', proxy + '/v1/chat/completions')
      request.send(body)
    }),
    'a beacon': async () => { navigator.sendBeacon(proxy + '/v1/messages', body); return '' },
    'a form of text': () => posted('text/plain'),
    'a form': () => posted('application/x-www-form-urlencoded'),
    'an image': () => loaded(new Image(), image => { image.src = proxy + '/v1/models?image' }),
    'a script': () => loaded(document.createElement('script'), script => { script.src = proxy + '/v1/models?script' }),
    'a frame': () => loaded(document.createElement('iframe'), frame => { frame.src = proxy + '/v1/models?frame' }),
    'a frame of the status': () => loaded(document.createElement('iframe'), frame => { frame.src = proxy + '/fovea' }),
    'a frame without an origin': () => new Promise(resolve => {
      addEventListener('message', ({ data }) => resolve(data))
      const script = 'fetch(' + JSON.stringify(proxy) + ' + "/v1/messages", ' + JSON.stringify(json) + ')'
        + '.then(answer => answer.text()).catch(() => "").then(text => parent.postMessage(text, "*"))'
      const frame = document.createElement('iframe')
      frame.sandbox = 'allow-scripts'
      frame.srcdoc = '<script>' + script + '<\\/script>'
      document.body.append(frame)
    }),
    'an EventSource': () => heard(new EventSource(proxy + '/v1/messages')),
    'an EventSource of the status': () => heard(new EventSource(proxy + '/fovea/events')),
    'a WebSocket': () => heard(new WebSocket(proxy.replace('http', 'ws') + '/v1/realtime')),
  }
  const results = {}
  for (const [name, attempt] of Object.entries(tried)) {
    try { results[name] = await attempt() } catch { results[name] = '' }
  }
  return results
}`

/** A web server of somebody else on this machine, under any name that leads here. */
export async function startAttacker(): Promise<{ readonly port: number }> {
  const server = createServer((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/html' })
    outgoing.end('<!doctype html><title>A page</title><body>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { port: (server.address() as AddressInfo).port }
}
