import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { toVariable } from '../../../src/cli/configuration/config-option.ts'
import { SERVE } from '../../../src/cli/configuration/serve-flags.ts'
import { COMMANDS } from '../../../src/cli/run.ts'
import { isFull } from '../../support/counts.ts'
import { readCompose, readDeployFile, readDockerfile } from '../../support/deploy-files.ts'
import { codeBlocks } from '../../support/documents.ts'
import { ensureProgram } from '../../support/program.ts'

/** Every variable that a file may set. */
const VARIABLES = Object.entries(SERVE).flatMap(([name, { isSecret, alias }]) => [
  toVariable(name),
  ...(isSecret ? [`${toVariable(name)}_FILE`] : []),
  ...(alias === undefined ? [] : [alias]),
])

/** Parses the arguments of `licet`, and throws when an option does not exist. */
function parseCommand(args: readonly string[]): void {
  const command = COMMANDS.find(({ words }) => words.every((word, at) => args[at] === word))
  if (command === undefined) throw new Error(`licet has no command ${args.join(' ')}.`)
  parseArgs({ args: args.slice(command.words.length), options: command.options, strict: true })
}

test('compose.yaml uses services, volumes and secrets that it defines, and commands and variables that exist', () => {
  const { services, volumes, secrets } = readCompose()
  for (const { depends_on = {}, secrets: used = [], volumes: mounted = [] } of Object.values(services)) {
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)))
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining([...used]))
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(mounted.map((volume) => volume.split(':')[0])))
  }
  for (const name of ['migrate', 'licet']) {
    const { command = [], environment = {}, read_only, cap_drop } = services[name] ?? {}
    expect(() => parseCommand(command)).not.toThrow()
    expect(VARIABLES).toEqual(expect.arrayContaining(Object.keys(environment)))
    expect([read_only, cap_drop]).toEqual([true, ['ALL']])
    // A password in the file would be in the image's history, and in `docker inspect`.
    expect(Object.values(environment).join('\n')).not.toMatch(/:\/\/[^@/]*:[^@/]*@/)
  }
  expect(services.licet?.ports).toEqual(['127.0.0.1:8787:8787'])
})

test('the image runs as another user than root, and checks itself without a shell', () => {
  const instructions = readDockerfile()
  const textOf = (name: string) => instructions.filter(([instruction]) => instruction === name).map(([, text]) => text)
  expect(textOf('USER')).toEqual(['node'])
  const entrypoint: string[] = JSON.parse(textOf('ENTRYPOINT')[0] ?? '')
  const health: string[] = JSON.parse(/CMD (\[.*\])$/.exec(textOf('HEALTHCHECK')[0] ?? '')?.[1] ?? '')
  expect(health.slice(0, -1)).toEqual(entrypoint)
  expect(() => parseCommand(health.slice(entrypoint.length))).not.toThrow()
  expect(() => parseCommand(JSON.parse(textOf('CMD')[0] ?? ''))).not.toThrow()
  const variables = textOf('ENV').map((text) => text.split('=')[0])
  expect([...VARIABLES, 'NODE_ENV']).toEqual(expect.arrayContaining(variables))
})

test('the systemd unit starts the same command, with a password that no other user can read', () => {
  const lines = readDeployFile('licet.service').split('\n')
  const valuesOf = (name: string) => lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))
  expect(valuesOf('ExecStart')).toEqual(['/usr/bin/node /opt/licet/node_modules/licet/dist/cli/index.js serve'])
  expect([...VARIABLES, 'NODE_ENV']).toEqual(expect.arrayContaining(valuesOf('Environment').map((text) => text.split('=')[0])))
  expect(valuesOf('LoadCredential')).toEqual(['database-password:/etc/licet/database-password'])
  expect(valuesOf('DynamicUser')).toEqual(['yes'])
})

// The full tier only: on a machine without systemd, it installs the package of Debian. It needs no init.
if (isFull) {
  test('systemd accepts the unit without a warning', () => {
    ensureProgram('systemd-analyze', 'systemd')
    const folder = mkdtempSync(join(tmpdir(), 'licet-systemd-'))
    // Of the unit, only the path of Node.js belongs to the machine that runs it.
    const unit = readDeployFile('licet.service').replace('/usr/bin/node', execPath)
    const verify = (text: string) => {
      const file = join(folder, 'licet.service')
      writeFileSync(file, text)
      const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
      return { status, printed: stdout + stderr }
    }
    try {
      expect(verify(unit)).toEqual({ status: 0, printed: '' })
      // A fault of a setting is a warning only.
      expect(verify(unit.replace('NoNewPrivileges', 'NoNewPrivilege')).printed).toContain("Unknown key 'NoNewPrivilege'")
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

test('haproxy.cfg and pgbouncer.ini name options and variables that exist', () => {
  const [haproxy, pgbouncer] = [readDeployFile('haproxy.cfg'), readDeployFile('pgbouncer.ini')]
  const flags = [...haproxy.matchAll(/ (--[\w-]+ [\w.]+)/g)].flatMap(([, flag = '']) => flag.split(' '))
  expect(flags).toContain('--drain')
  expect(() => parseCommand(['serve', ...flags])).not.toThrow()
  const variables = [...pgbouncer.matchAll(/\b([A-Z]+_[A-Z]+)=/g)].map(([, name]) => name)
  expect(variables).toContain('DATABASE_PREPARED')
  expect(VARIABLES).toEqual(expect.arrayContaining(variables))
})

test('images.lock has every base image, and stays as it is when a digest cannot be read', () => {
  const images = [...readDeployFile('images.lock').matchAll(/^(\w+)=([^@\n]+)/gm)].map(([, name, image]) => `${name}:-${image}`)
  const compose = [...readDeployFile('compose.yaml').matchAll(/\$\{(\w+_IMAGE:-[^}]+)\}/g)].map(([, text]) => text)
  expect(images.sort()).toEqual(compose.sort())
  expect(readDockerfile().filter(([name]) => name === 'ARG')[0]?.[1]).toBe(images[0]?.replace(':-', '='))
  const folder = mkdtempSync(join(tmpdir(), 'licet-lock-'))
  try {
    for (const name of ['images.lock', 'lock-images.sh']) writeFileSync(join(folder, name), readDeployFile(name))
    // Without docker, as in a registry that does not answer.
    const { status } = spawnSync('/bin/sh', [join(folder, 'lock-images.sh')], { env: { PATH: '/bin:/nowhere' } })
    expect(status).not.toBe(0)
    expect(readFileSync(join(folder, 'images.lock'), 'utf8')).toBe(readDeployFile('images.lock'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

// Regression: no file of deploy/ set a drain, so a restart failed the requests that the proxy still sent.
test('compose.yaml and the unit drain for longer than HAProxy needs to see it, and wait for the drain and the last requests', () => {
  const haproxySeconds = 2
  const lastRequestsSeconds = 5
  const unit = new Map(
    readDeployFile('licet.service')
      .split('\n')
      .flatMap((line) => [/^(?:Environment=)?(\w+)=(\d+)$/.exec(line)?.slice(1) ?? []] as [string, string][]),
  )
  const { environment, stop_grace_period } = readCompose().services.licet ?? {}
  for (const [drain, stop] of [
    [unit.get('LICET_DRAIN'), unit.get('TimeoutStopSec')],
    [environment?.LICET_DRAIN, stop_grace_period?.replace(/s$/, '')],
  ]) {
    expect(Number(drain)).toBeGreaterThan(haproxySeconds)
    expect(Number(stop)).toBeGreaterThanOrEqual(Number(drain) + lastRequestsSeconds)
  }
})

// Regression: by default, nginx takes a server out for ten seconds after one failed connection.
test('both pages have the same configuration of nginx, which never takes out a process because a connection failed', () => {
  const partOf = (page: string, part: RegExp) => part.exec(codeBlocks(page, 'nginx')[0] ?? '')?.[0]
  const servers = partOf('docs/guides/deploy.md', /upstream licet \{.*?\}/s)?.match(/^ {2}server .*;$/gm)
  expect(servers).toEqual(['  server 127.0.0.1:8787 max_fails=0;', '  server 127.0.0.1:8788 max_fails=0;'])
  for (const part of [/upstream licet \{.*?\}/s, / {2}location \/ \{.*?\}/s])
    expect(partOf('docs/start/production.md', part)).toBe(partOf('docs/guides/deploy.md', part))
})

test('nginx accepts the configuration of the guide', () => {
  ensureProgram('nginx', 'nginx')
  const folder = mkdtempSync(join(tmpdir(), 'licet-nginx-'))
  const [site = ''] = codeBlocks('docs/guides/deploy.md', 'nginx')
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${site}}\n`)
  try {
    const { stderr } = spawnSync('nginx', ['-t', '-c', config, '-e', join(folder, 'error.log')], { encoding: 'utf8' })
    expect(stderr).toContain('test is successful')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
