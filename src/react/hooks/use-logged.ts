'use client'

import { useEffect, useState } from 'react'
import type { LicenseLog } from '../../client/types.ts'
import type { LoggedPlace } from '../../locales/format/logged-text.ts'

/** Returns where the public log records the license. The time stamp is added when the code that verifies it has loaded. */
export function useLogged(log: LicenseLog | undefined): LoggedPlace | undefined {
  const [stamped, setStamped] = useState<LoggedPlace & { readonly proof: string }>()
  useEffect(() => {
    if (log === undefined || !log.proof.includes('\nextra ')) return
    let isShown = true
    import('../../client/log/read-stamp.ts')
      .then(({ readStamp }) => readStamp(log.proof, log.logged.size))
      .then((timestamp) => isShown && setStamped({ ...log.logged, timestamp, proof: log.proof }))
      // Without the code, or with a wrong time stamp, the receipt shows no time.
      .catch(() => {})
    return () => {
      isShown = false
    }
  }, [log])
  return stamped?.proof === log?.proof ? stamped : log?.logged
}
