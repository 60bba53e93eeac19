import { ConsentGate } from 'licet'
import { Insights } from './insights.tsx'
import { PURCHASES, type Purchase, total } from './purchases.ts'
import { Link } from './router.tsx'

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** The home page: the points, a section that needs a license, and the receipts. */
export function Home() {
  return (
    <div className="home">
      <Points />
      <ConsentGate usecase="analytics" fallback={<Invitation />} loading={<div className="card" />}>
        <section className="card" aria-labelledby="insights-title">
          <Insights />
        </section>
      </ConsentGate>
      <section aria-labelledby="receipts-title">
        <h2 id="receipts-title">Your receipts</h2>
        <ul className="receipts">
          {PURCHASES.map((purchase) => (
            <li key={purchase.id}>
              <Paper purchase={purchase} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** The points of the shopper. */
export function Points() {
  return (
    <section className="points" aria-labelledby="points-title">
      <h1 id="points-title">1,240 points</h1>
      <p>260 more and your next basket of fruit is free.</p>
      <progress value={1240} max={1500} aria-label="Points towards the next reward" />
    </section>
  )
}

function Invitation() {
  return (
    <section className="card" aria-labelledby="invitation-title">
      <h2 id="invitation-title">Earn 200 points a month</h2>
      <p>
        Give Pomelo permission to use your receipts, and see what your shopping says. You choose for what, and you can stop at any
        time.
      </p>
      <Link className="button" href="/agree">
        See what is asked
      </Link>
    </section>
  )
}

function Paper({ purchase }: { readonly purchase: Purchase }) {
  return (
    <article className="paper" aria-label={`${purchase.store}, ${day.format(new Date(purchase.day))}`}>
      <header>
        <h3>{purchase.store}</h3>
        <p>
          <time dateTime={purchase.day}>{day.format(new Date(purchase.day))}</time> · No. {purchase.id}
        </p>
      </header>
      <dl>
        {purchase.items.map((item) => (
          <div key={item.name}>
            <dt>{item.name}</dt>
            <dd>{money.format(item.price / 100)}</dd>
          </div>
        ))}
        <div className="total">
          <dt>Total</dt>
          <dd>{money.format(total(purchase) / 100)}</dd>
        </div>
      </dl>
    </article>
  )
}
