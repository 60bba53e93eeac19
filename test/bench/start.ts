import { createDemoFolder, startDemo } from '../support/demo.ts'
import { median, printTable } from '../support/print-table.ts'

/** Measures the processor time until `npm start` prints its address: the builds, and a new embedded database or an existing one. */
export async function measureStart(runs: number): Promise<void> {
  const seconds = { 'a new database': [] as number[], 'an existing database': [] as number[] }
  for (let run = 0; run < runs; run++) {
    const folder = createDemoFolder()
    try {
      for (const measured of Object.values(seconds)) {
        const demo = await startDemo(folder.path)
        measured.push(demo.processorSeconds())
        await demo.stop()
      }
    } finally {
      folder.remove()
    }
  }
  const rows = Object.entries(seconds).map(([database, measured]) => [database, median(measured).toFixed(1)])
  printTable('`npm start` until it prints its address, seconds of processor time', ['database', 'median'], rows)
}
