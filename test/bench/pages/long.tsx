import { ConsentProvider, ConsentScreen } from 'licet'
import * as terms from 'licet/terms'
import { createRoot } from 'react-dom/client'
import 'licet/styles.css'
import { extendTerms } from '../extend-terms.ts'
import { config } from './config.ts'

const LENGTH = 200_000
const agreement = extendTerms(terms, terms.defineAgreement(config.agreement), LENGTH)

const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <ConsentProvider config={{ ...config, agreement }}>
      <ConsentScreen surface="page" />
    </ConsentProvider>,
  )
