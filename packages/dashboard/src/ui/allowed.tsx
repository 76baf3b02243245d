import { VisuallyHidden } from '@mantine/core'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import type { ReactNode } from 'react'
import { useMay } from '../api/use-me.ts'
import { MISSING_ROLE_TEXTS } from './role-texts.ts'

/**
 * Shows the controls that call an endpoint. For users whose role does not allow it, they are disabled with the reason as
 * their title, or hidden with `hides`. Links cannot be disabled: `LinkButton` hides itself. The service rejects the
 * requests, too.
 */
export function Allowed({
  endpoint,
  hides = false,
  children,
}: {
  readonly endpoint: Pick<Endpoint, 'role'>
  readonly hides?: boolean
  readonly children: ReactNode
}) {
  if (useMay(endpoint)) return children
  if (hides) return null
  const reason = MISSING_ROLE_TEXTS[endpoint.role]
  return (
    <fieldset disabled title={reason} style={{ display: 'contents' }}>
      <VisuallyHidden component="legend">{reason}</VisuallyHidden>
      {children}
    </fieldset>
  )
}
