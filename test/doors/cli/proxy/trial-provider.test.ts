import { once } from 'node:events'
import { request } from 'node:http'
import { expect, it } from 'vitest'
import { startTrialProvider } from '../../../../src/doors/cli/proxy/trial-provider.ts'

it('goes on after a request that breaks off and after a path that is no URL', async () => {
  const { url, close } = await startTrialProvider()
  try {
    const broken = request(`${url}/v1/messages`, { method: 'POST', headers: { 'content-length': 9 } })
    broken.write('{')
    // The server has the beginning of the request when it answers the next one.
    await once(broken, 'socket').then(([socket]) => once(socket, 'connect'))
    expect((await fetch(`${url}//`)).status).toBe(404)
    broken.on('error', () => {}).destroy()
    expect((await fetch(`${url}/v1/messages`, { method: 'POST', body: '{}' })).status).toBe(200)
  } finally {
    await close()
  }
})
