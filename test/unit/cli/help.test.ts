import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { COMMANDS } from '../../../src/cli/run.ts'
import { licet } from './run-licet.ts'

test('`licet` without arguments lists every command', async () => {
  const { code, out } = await licet()
  expect(code).toBe(0)
  for (const { words } of COMMANDS) expect(out).toContain(words.join(' '))
})

test.each(COMMANDS.map(({ words }) => [words]))('%j --help describes every option and argument', async (words) => {
  const { code, out } = await licet(...words, '--help')
  expect(code).toBe(0)
  const command = COMMANDS.find((candidate) => candidate.words === words)
  for (const name of Object.keys(command?.options ?? {})) expect(out).toContain(`--${name}`)
  for (const name of Object.keys(command?.positionals ?? {})) expect(out).toContain(`  ${name}`)
})

test('`licet --version` prints the version of the package', async () => {
  expect(await licet('--version')).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
})

test('an unknown command or a wrong argument ends with 2 and prints what is valid', async () => {
  expect(await licet('destroy')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('licet <command>') })
  expect(await licet('serve', '--prot', '1')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/'--prot'\. Nothing was done\.\nUsage: licet serve/),
  })
  expect(await licet('serve', '--port', '99999')).toMatchObject({ code: 2, err: expect.stringContaining('from 0 to 65535') })
  expect(await licet('provider', 'create')).toMatchObject({ code: 2, err: expect.stringContaining('--name is missing') })
  expect(await licet('verify')).toMatchObject({ code: 2, err: expect.stringContaining('takes <receipt.json>, but 0 arguments') })
})

test('F4: control characters in an argument never reach the terminal', async () => {
  const { err } = await licet('de\u001b[2Jstroy')
  expect(err).not.toContain('\u001b')
  expect(await licet('provider', 'create', '--name', 'a\nb', '--email', 'a@example.com')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--name contains a control character'),
  })
})
