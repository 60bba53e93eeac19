import { ConsentGate } from 'licet'
import { Insights } from './insights.tsx'

/** A feature that needs a license: the gate asks for it in a dialog, and shows the report afterwards. */
export function Report() {
  return (
    <section className="report" aria-labelledby="report-title">
      <h1 id="report-title">Your report</h1>
      <p className="quiet">What you buy, added up each month.</p>
      <ConsentGate usecase="analytics" loading={<div className="card" />}>
        <div className="card">
          <Insights />
        </div>
      </ConsentGate>
    </section>
  )
}
