import { describe, expect, it } from 'vitest'
import { isLoopbackAddress, isLoopbackHost } from '../../../src/doors/http/loopback-host.ts'

describe('this machine', () => {
  it.each(['localhost', 'LOCALHOST:80', '127.0.0.1', '127.1.2.3:8787', '[::1]:8787', '::1'])(
    'is %s',
    host => {
      expect(isLoopbackHost(host)).toBe(true)
    },
  )

  it.each([undefined, '', '0.0.0.0', '::', '127.0.0.1.example', 'localhost.example', '192.168.1.7'])(
    'is not %s',
    host => {
      expect(isLoopbackHost(host)).toBe(false)
    },
  )

  it('is at the other end of a connection from 127.0.0.1, also as IPv6 writes it', () => {
    expect(['127.0.0.1', '::ffff:127.0.0.1', '::1'].every(isLoopbackAddress)).toBe(true)
    expect([undefined, '::ffff:192.168.1.7', '10.0.0.1', 'fe80::1'].some(isLoopbackAddress)).toBe(false)
  })
})
