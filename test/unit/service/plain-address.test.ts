import { describe, expect, test } from 'vitest'
import { isLoopback } from '../../../src/service/http/is-loopback.ts'
import { toPlainAddress } from '../../../src/service/http/plain-address.ts'

describe('the plain form of an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    // Regression: the hexadecimal form was taken for an IPv6 address.
    ['::FFFF:C000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:c000:207', '192.0.2.7'],
    ['[::ffff:c000:207]:4711', '192.0.2.7'],
    ['::ffff:0:0', '0.0.0.0'],
    ['2001:DB8:0:0:0:0:0:7', '2001:db8::7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
  ])('of %s is %s', (text, plain) => expect(toPlainAddress(text)).toBe(plain))

  test.each(['localhost', 'unknown', '', '::1]@[::2', '1::2::3', '::ffff:300.0.0.1', '127.1', 'a b'])(
    'of %j, which is no address, is the same text',
    (text) => expect(toPlainAddress(text)).toBe(text),
  )
})

test('this machine is recognized by every form of its address', () => {
  const here = [
    'localhost',
    'a.localhost',
    '127.0.0.1',
    '127.8.9.1',
    '::1',
    '[::1]',
    '0:0:0:0:0:0:0:1',
    '::ffff:7f00:1',
    '::ffff:127.0.0.1',
  ]
  expect(here.filter((host) => !isLoopback(host))).toEqual([])
  expect(['example.com', '128.0.0.1', '::2', '::ffff:8000:1', 'localhost.example'].filter(isLoopback)).toEqual([])
})
