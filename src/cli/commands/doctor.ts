import { trimSlashes } from '../../core/url.ts'
import { type Command, type CommandInput, type CommandIo, EXIT } from '../command.ts'
import { ConfigurationError } from '../configuration/configuration-error.ts'
import { SERVE } from '../configuration/serve-flags.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { checkAddress } from './doctor/check-address.ts'
import { checkDatabase, checkReplica, type DatabaseChecks } from './doctor/check-database.ts'
import { type Finding, fault, ok, warning } from './doctor/doctor-finding.ts'
import { type ReadOptions, readServeOptions, SERVE_OPTIONS } from './serve/read-options.ts'

export const doctorCommand: Command = {
  words: ['doctor'],
  summary: 'Check the database, the clock, the keys, TLS, CORS and the public address.',
  options: SERVE_OPTIONS,
  notes: ['Use the same options, variables and file as for `licet serve`. It changes nothing, and prints how to fix each finding.'],
  async run(input, io) {
    const findings = await findAll(input, io)
    if (input.values.json === true) io.out(toPrintableJson(findings))
    else for (const finding of findings) print(finding, io)
    return findings.some(({ status }) => status === 'fault') ? EXIT.failed : EXIT.ok
  },
}

async function findAll(input: CommandInput, io: CommandIo): Promise<readonly Finding[]> {
  const read = await readServeOptions(input, io).catch((error: unknown) => {
    if (error instanceof ConfigurationError) return error
    throw error
  })
  if (read instanceof ConfigurationError)
    return read.faults.map((text) => fault('configuration', text, 'Correct it, and run `licet doctor` again.'))
  const { options, notices } = read
  const ofConfiguration = [
    ok('configuration', 'Every option is valid.'),
    ...notices.map((notice) => warning('configuration', notice, 'Rename or unset the variable.')),
  ]
  const database = await checkChosenDatabase(read, io)
  const { host = SERVE.host.default, port = SERVE.port.default } = options
  const { authUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`, trailUrl = authUrl, cors = '*' } = options
  const origins = (typeof cors === 'string' ? [cors] : cors).filter((origin) => origin !== '*')
  const trimmed = { authUrl: trimSlashes(authUrl), trailUrl: trimSlashes(trailUrl) }
  const address = await checkAddress({ ...trimmed, origins, signingKid: database.signingKid, now: io.now })
  return [...ofConfiguration, ...database.findings, ...address]
}

async function checkChosenDatabase({ options, workers }: ReadOptions, io: CommandIo): Promise<DatabaseChecks> {
  const { databaseUrl, databaseReadUrl, preparedStatements, maxConnections = Number(SERVE.maxConnections.default) } = options
  if (databaseUrl !== undefined) {
    const connections = workers * maxConnections
    const [ofDatabase, ofReplica] = await Promise.all([
      checkDatabase({ databaseUrl, preparedStatements, connections, secrets: options }, io.now),
      checkReplica(databaseReadUrl),
    ])
    return { ...ofDatabase, findings: [...ofDatabase.findings, ...ofReplica] }
  }
  const fix = 'In production, set DATABASE_URL to a PostgreSQL database.'
  return { findings: [warning('database', 'The database is the embedded one or in memory, so it was not checked.', fix)] }
}

function print({ check, status, text, fix }: Finding, io: CommandIo): void {
  io.out(`${status.padEnd(7)}  ${check}: ${printable(text)}`)
  if (fix !== undefined) io.out(`         To fix this: ${printable(fix)}`)
}
