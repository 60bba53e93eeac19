import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from '../../../src/service/node/metrics/create-metrics.ts'
import { isFull } from '../../support/counts.ts'
import { readDeployFile } from '../../support/deploy-files.ts'
import { startHaproxy } from '../../support/haproxy.ts'
import { ensureProgram } from '../../support/program.ts'
import { projectRoot } from '../../support/run-command.ts'

/** Every metric of a process with its labels, as it is exported. */
const metrics = new Map<string, readonly string[]>()
beforeAll(async () => {
  const { registry, watch } = await createMetrics()
  watch({ server: createServer(), storage: () => undefined })
  for (const metric of registry.getMetricsAsArray()) {
    const { name, labelNames = [] } = metric as { name: string; labelNames?: readonly string[] }
    metrics.set(name, labelNames)
  }
  // The process that starts the workers counts them.
  metrics.set('licet_workers', [])
})

/** Labels that Prometheus adds, or that a histogram has. */
const ADDED = ['instance', 'job', 'le']

/** Checks that each metric and each label of an expression is exported. */
function checkExpression(expression: string): void {
  const names = [...expression.matchAll(/\b(?:licet|nodejs|process)_\w+/g)].map(([name]) => name)
  expect(names).not.toEqual([])
  const known = names.flatMap((name) => {
    const base = [name, name.replace(/_(?:bucket|count|sum)$/, '')].find((each) => metrics.has(each))
    expect([expression, name, base !== undefined]).toEqual([expression, name, true])
    return metrics.get(base ?? '') ?? []
  })
  const used = [
    ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(',')),
    ...[...expression.matchAll(/[{,](\w+)=~?"/g)].map(([, name = '']) => name),
  ].map((name) => name.trim())
  for (const label of used) expect([expression, [...known, ...ADDED]]).toEqual([expression, expect.arrayContaining([label])])
}

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary: string; readonly description: string }
}
const rules: readonly Rule[] = parse(readDeployFile('prometheus-rules.yml')).groups.flatMap(
  (group: { readonly rules: readonly Rule[] }) => group.rules,
)

test('each alert reads metrics and labels that the service exports, and says what to do', () => {
  for (const { expr, annotations } of rules) {
    if (!expr.startsWith('up{')) checkExpression(expr)
    expect(annotations.summary).not.toBe('')
    expect(annotations.description).not.toBe('')
  }
})

test('the guide lists the same alerts', () => {
  const guide = readFileSync(join(projectRoot, 'docs/guides/monitoring.md'), 'utf8')
  const expressions = [...(guide.split('### Alerts')[1]?.split('## Log')[0] ?? '').matchAll(/\| `([^|]+)`/g)].map(
    ([, text = '']) => text,
  )
  expect(expressions.length).toBeGreaterThan(5)
  const normal = (text: string) => text.replace(/\b(?:sum|max)(?: by \([^)]*\))? ?\((licet_\w+)\)/g, '$1')
  for (const expression of expressions)
    if (!expression.includes('signature_failures')) expect(rules.map(({ expr }) => normal(expr))).toContain(normal(expression))
})

test('the dashboard shows every metric of the service, and nothing that it does not export', () => {
  const { panels } = JSON.parse(readDeployFile('grafana-dashboard.json'))
  const expressions: string[] = panels.flatMap(({ targets }: { targets: readonly { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  )
  for (const expression of expressions) checkExpression(expression)
  const shown = expressions.join(' ')
  for (const name of metrics.keys()) if (name.startsWith('licet_') && name !== 'licet_workers') expect(shown).toContain(name)
  expect(new Set(panels.map(({ id }: { id: number }) => id)).size).toBe(panels.length)
})

// Regression: a counter with labels does not exist before its first event, so a service without faults had panels with "No data".
test('the dashboard shows a number, or the word "none", for what has not happened yet', () => {
  const { panels } = JSON.parse(readDeployFile('grafana-dashboard.json'))
  const shownOf = (title: string) => panels.find((panel: { title: string }) => panel.title === title)
  expect(shownOf('Failed requests').targets[0].expr).toContain('or vector(0)')
  for (const title of ['Errors by code', 'Refused by a limit', 'Events of the log'])
    expect(shownOf(title).fieldConfig.defaults.noValue).toBe('none')
})

test('the unit of several processes is the unit of one, with the port of its name', () => {
  const settings = (name: string) =>
    readDeployFile(name)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('Description='))
  const added = settings('licet@.service').filter((line) => !settings('licet.service').includes(line))
  expect(added).toEqual(['EnvironmentFile=-/etc/licet/licet-%i.env', 'Environment=LICET_PORT=%i'])
  expect(settings('licet@.service').filter((line) => !added.includes(line))).toEqual(settings('licet.service'))
  // The comment has the ports of HAProxy.
  for (const [, port] of readDeployFile('haproxy.cfg').matchAll(/^ {2}server licet\d 127\.0\.0\.1:(\d+)$/gm))
    expect(readDeployFile('licet@.service')).toContain(`licet@${port}`)
})

test('HAProxy logs no query', () => {
  const lines = readDeployFile('haproxy.cfg')
  expect(lines).toMatch(/log-format "[^"]*%HP[^"]*"/)
  expect(lines).not.toMatch(/log-format "[^"]*(?:%r|%HU|%HQ)/)
})

test('HAProxy answers 429 to an address that sends more requests than it may', async () => {
  expect(readDeployFile('haproxy.cfg')).toContain('stick-table type ipv6 size 100k expire 30s store http_req_rate(10s)')
  const backend = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1')
  await once(backend, 'listening')
  const { port } = backend.address() as AddressInfo
  const haproxy = await startHaproxy([port, port], 20)
  try {
    const answers = await Promise.all(Array.from({ length: 30 }, () => fetch(`${haproxy.url}/license`)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(Array.from({ length: 10 }, () => '10'))
  } finally {
    await haproxy.stop()
    backend.close()
    backend.closeAllConnections()
  }
})

// The full tier only: it installs the package of Debian.
if (isFull) {
  test('promtool accepts the rules', () => {
    const promtool = ensureProgram('promtool', 'prometheus')
    const printed = execFileSync(promtool, ['check', 'rules', join(projectRoot, 'deploy/prometheus-rules.yml')], {
      encoding: 'utf8',
    })
    expect(printed).toContain(`SUCCESS: ${rules.length} rules found`)
  })
}
