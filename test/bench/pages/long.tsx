import { ConsentProvider, ConsentScreen } from 'licet'
import * as terms from 'licet/terms'
import { createRoot } from 'react-dom/client'
import 'licet/styles.css'
import { lengthen } from '../lengthen.ts'
import { config } from './config.ts'

const LENGTH = 200_000
const agreement = lengthen(terms, terms.defineAgreement(config.agreement), LENGTH)

const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <ConsentProvider config={{ ...config, agreement }}>
      <ConsentScreen surface="page" />
    </ConsentProvider>,
  )
