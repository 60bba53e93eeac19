import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { COMMANDS } from '../../../src/cli/run.ts'
import { licet } from '../../fixtures/run-licet.ts'

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

test('an unknown command or a wrong argument exits with 2 and prints what is valid', async () => {
  expect(await licet('destroy')).toEqual({
    code: 2,
    out: '',
    err: 'licet has no command "destroy". Nothing was done.\nRun `licet --help` for the list of commands.\n',
  })
  expect((await licet('helth')).err).toContain('Did you mean `licet health`?')
  expect((await licet('licence', 'list')).err).toContain('Did you mean `licet license`?')
  expect((await licet('webhook', 'ad')).err).toContain('Did you mean `licet webhook add`?')
  expect(await licet('serve', '--prot', '1')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/'--prot'\. Nothing was done\.\nUsage: licet serve/),
  })
  expect(await licet('serve', '--port', '99999')).toMatchObject({ code: 2, err: expect.stringContaining('from 0 to 65535') })
  expect(await licet('provider', 'create')).toMatchObject({ code: 2, err: expect.stringContaining('--name is missing') })
  expect(await licet('verify')).toMatchObject({ code: 2, err: expect.stringContaining('takes <receipt.json>, but 0 arguments') })
})

test('a group of commands without its second word, or with --help, lists the commands of the group only', async () => {
  const { code, err } = await licet('webhook')
  expect([code, err.match(/^ {2}webhook \w+/gm)?.length, /^ {2}license /m.test(err)]).toEqual([2, 7, false])
  expect(await licet('webhook', '--help')).toEqual({ code: 0, out: err, err: '' })
})

test('the help of `provider update` names no default, because a setting that is not given stays', async () => {
  const { out } = await licet('provider', 'update', '--help')
  expect(out).not.toMatch(/--(?:create-status|require-identity) .*default/)
})

test('a value that begins with a hyphen is explained on one line', async () => {
  const { code, err } = await licet('serve', '--port', '-1')
  expect([code, err.split('\n')[0]]).toEqual([
    2,
    "Option '--port' argument is ambiguous. Nothing was done. A value that begins with a hyphen is written with =, such as --port=-1.",
  ])
})

test('F4: control characters in an argument never reach the terminal', async () => {
  const { err } = await licet('de\u001b[2Jstroy')
  expect(err).not.toContain('\u001b')
  expect(await licet('provider', 'create', '--name', 'a\nb', '--email', 'a@example.com')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--name contains a control character'),
  })
})
