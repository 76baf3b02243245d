import { Button, Text } from '@mantine/core'
import type { Me } from '@replywright/contract/dashboard/session.ts'
import { useQuery } from '@tanstack/react-query'
import { openOrganization } from '../api/organization.ts'
import { credentials } from '../api/session.ts'
import { useMe } from '../api/use-me.ts'

/** Maximum number of organisations in which the object is searched. */
const MOST = 10

/** Says to which other organisation of the user the object of a page belongs, with a button that opens it there. */
export function Elsewhere({ target }: { readonly target: string }) {
  const { data: me } = useMe()
  const others = me ? me.organizations.filter(({ id }) => id !== me.organization.id).slice(0, MOST) : []
  const { data: owner } = useQuery({
    queryKey: ['elsewhere', target],
    queryFn: ({ signal }) => ownerOf(target, others, signal),
    enabled: others.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!owner) return null
  const { pathname, search } = window.location
  return (
    <>
      <Text role="status">
        This belongs to your organisation <bdi>{owner.name}</bdi>.
      </Text>
      <Button size="xs" onClick={() => openOrganization(owner.id, `${pathname}${search}`)}>
        Open in {owner.name}
      </Button>
    </>
  )
}

type Organization = Me['organizations'][number]

/** Returns the first of some organisations in which an object can be read, or null. */
async function ownerOf(target: string, organizations: readonly Organization[], signal: AbortSignal) {
  const headers = { accept: 'application/json', ...(await credentials()) }
  for (const organization of organizations) {
    const { ok } = await fetch(target, { signal, headers: { ...headers, 'x-organization-id': organization.id } })
    if (ok) return organization
  }
  return null
}
