import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import manifest from '../../../package.json' with { type: 'json' }
import { toVariable } from '../../../src/cli/configuration/config-option.ts'
import { SERVE } from '../../../src/cli/configuration/serve-flags.ts'
import { installDebianPackages } from '../../support/chromium.ts'
import { isFull } from '../../support/counts.ts'
import { readDeployFile } from '../../support/deploy-files.ts'
import { projectRoot } from '../../support/run-command.ts'

const CHART = join(projectRoot, 'deploy/helm')
const VARIABLES = Object.keys(SERVE).flatMap((name) => [toVariable(name), `${toVariable(name)}_FILE`])

test('the chart has the version of the package, and sets only variables that exist', () => {
  expect(parse(readDeployFile('helm/Chart.yaml'))).toMatchObject({ version: manifest.version, appVersion: manifest.version })
  const files = ['values.yaml', ...readdirSync(join(CHART, 'templates')).map((name) => `templates/${name}`)]
  const named = files.flatMap((name) => readDeployFile(`helm/${name}`).match(/\bLICET_[A-Z_]+/g) ?? [])
  expect(named.length).toBeGreaterThan(3)
  expect(VARIABLES).toEqual(expect.arrayContaining(named))
})

// The full tier only: it installs Go and Sprig of Debian, with which Helm renders. Helm itself is in neither Debian nor npm.
if (isFull)
  describe('rendered by the template engine of Helm', () => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-helm-'))
    const program = join(folder, 'render')
    const VALUES = {
      image: { repository: 'registry.example.com/licet', digest: 'sha256:00' },
      authUrl: 'https://licenses.example.com',
      databaseUrl: 'postgres://licet@db.example.com/licet',
    }

    beforeAll(() => {
      installDebianPackages('golang-go', 'golang-github-masterminds-sprig-dev', 'golang-gopkg-yaml.v3-dev')
      execFileSync('go', ['build', '-o', program, join(projectRoot, 'test/support/helm/render.go')], {
        env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: join(folder, 'cache') },
      })
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    const render = (values: object) => {
      const file = join(folder, 'values.json')
      writeFileSync(file, JSON.stringify(values))
      const { status, stdout, stderr } = spawnSync(program, [CHART, file], { encoding: 'utf8' })
      const objects = parseAllDocuments(stdout, { strict: true, uniqueKeys: true })
        .map((document) => document.toJS())
        .filter((object) => object !== null)
      return { status, stderr, objects, of: (kind: string) => objects.find((object) => object.kind === kind) }
    }

    test('migrates before the pods change, and never has fewer ready pods than replicas', () => {
      const { status, stderr, objects, of } = render(VALUES)
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(objects.map(({ kind }) => kind).sort()).toEqual(['Deployment', 'Job', 'PodDisruptionBudget', 'Service', 'Service'])
      expect(of('Job').metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' })
      expect(of('Deployment').spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
      expect(of('PodDisruptionBudget').spec.maxUnavailable).toBe(1)
      expect(of('Deployment').spec.template.spec.terminationGracePeriodSeconds).toBe(20)
    })

    test('runs the image by its digest, without privileges, and with the password in a file', () => {
      const { of } = render(VALUES)
      for (const kind of ['Deployment', 'Job']) {
        const { spec } = of(kind).spec.template
        // Regression: the Service licet makes Kubernetes set LICET_PORT to its address, which is no port.
        expect(spec).toMatchObject({ enableServiceLinks: false, automountServiceAccountToken: false })
        expect(spec.containers[0]).toMatchObject({
          image: 'registry.example.com/licet@sha256:00',
          securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        })
        expect(spec.containers[0].env).toContainEqual({
          name: 'LICET_DATABASE_PASSWORD_FILE',
          value: '/run/secrets/licet/database-password',
        })
      }
    })

    test('has a monitor and other variables on request, and no disruption budget for one pod', () => {
      const { objects, of } = render({ ...VALUES, replicas: 1, env: { LICET_WORKERS: 2 }, metrics: { serviceMonitor: true } })
      expect(objects.map(({ kind }) => kind)).not.toContain('PodDisruptionBudget')
      expect(of('ServiceMonitor').spec.endpoints).toEqual([{ port: 'metrics', interval: '30s' }])
      expect(of('Deployment').spec.template.spec.containers[0].env).toContainEqual({ name: 'LICET_WORKERS', value: '2' })
    })

    test.each(['authUrl', 'databaseUrl', 'image'] as const)('refuses values without %s', (name) => {
      const { status, stderr } = render({ ...VALUES, [name]: name === 'image' ? {} : '' })
      expect(status).toBe(1)
      expect(stderr).toContain(`${name === 'image' ? 'image.repository' : name} is not set.`)
    })
  })
