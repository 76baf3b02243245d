import { NativeSelect } from '@mantine/core'
import { listAgents } from '@messaging/contract/agents.ts'
import { LARGEST_LIMIT } from '@messaging/contract/page.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readList } from '../api/read.ts'
import { useMe } from '../api/use-me.ts'
import { ownAgents } from './own-agents.ts'

/** One of the organisation's agents, by id; `''` is none. */
export function AgentSelect({
  value,
  onChange,
  error,
  known,
}: {
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: ReactNode
  /** The one that is chosen already: offered whatever the list says. */
  readonly known?: { readonly id: string; readonly name: string } | null
}) {
  const { data: me } = useMe()
  const { data, isPending, isError } = useQuery(readList(listAgents, { query: { limit: String(LARGEST_LIMIT) } }))
  const agents = ownAgents(data?.results ?? [], me?.organization.id, known)
  return (
    <NativeSelect
      label="Agent"
      required
      description={data?.next ? `The newest ${LARGEST_LIMIT} agents are offered.` : undefined}
      error={error ?? (isError && 'The agents could not be read. Reload the page.')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: isPending ? 'Loading agents' : 'Choose an agent' },
        ...agents.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
