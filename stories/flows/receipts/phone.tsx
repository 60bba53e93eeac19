import { ConsentScreen } from 'licet'
import { Points } from './home.tsx'
import { useVisitor, VisitorPage } from './visitor.tsx'

/** A phone with the app in it. A sheet covers the whole window, so the phone is a separate window. */
export function PhonePage() {
  return (
    <section className="phone-page" aria-labelledby="phone-title">
      <div>
        <h1 id="phone-title">On a phone</h1>
        <p className="quiet">The request comes up as a sheet over the app. It stays closed after a decision.</p>
      </div>
      <iframe className="phone" title="Pomelo on a phone" src="/phone/app" />
    </section>
  )
}

/** The app on the phone. */
export function PhoneApp() {
  const visitor = useVisitor('phone')
  return (
    <main className="phone-app">
      <VisitorPage visitor={visitor}>
        <Points />
        <section className="card" aria-labelledby="scan-title">
          <h2 id="scan-title">Scan a receipt</h2>
          <p className="quiet">Hold your phone over the paper. It takes a second.</p>
        </section>
        <ConsentScreen surface="sheet" />
      </VisitorPage>
    </main>
  )
}
