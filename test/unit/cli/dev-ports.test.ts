import { expect, test } from 'vitest'
import { portsToTry } from '../../../src/cli/commands/dev/start-service.ts'

test.each([
  ['http://127.0.0.1:8790', 8790],
  ['http://127.0.0.1:8790/', 8790],
  [undefined, 8787],
  ['https://auth.example', 8787],
  // Regression: `licet dev` failed at a port that does not exist.
  ['http://127.0.0.1:99999', 8787],
  ['http://127.0.0.1:0', 8787],
])('the first port for %s is %i, and every port is tried once', (authUrl, first) => {
  const ports = portsToTry(authUrl)
  expect([ports[0], new Set(ports).size]).toEqual([first, ports.length])
})
