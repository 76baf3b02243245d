import { NativeSelect } from '@mantine/core'
import { listAgents } from '@messaging/contract/agents.ts'
import { LARGEST_LIMIT } from '@messaging/contract/page.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readList } from '../api/read.ts'
import { useMe } from '../api/use-me.ts'
import { ownAgents } from './own-agents.ts'

/** Selects one of the organisation's agents by id; `''` is no agent. */
export function AgentSelect({
  value,
  onChange,
  error,
  known,
}: {
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: ReactNode
  /** The current agent: always included, even if the list lacks it. */
  readonly known?: { readonly id: string; readonly name: string } | null
}) {
  const { data: me } = useMe()
  const { data, isPending, isError } = useQuery(readList(listAgents, { query: { limit: String(LARGEST_LIMIT) } }))
  const agents = ownAgents(data?.results ?? [], me?.organization.id, known)
  return (
    <NativeSelect
      label="Agent"
      required
      description={data?.next ? `Lists the newest ${LARGEST_LIMIT} agents.` : undefined}
      error={error ?? (isError && 'Could not load the agents. Reload the page.')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: isPending ? 'Loading agents' : 'Choose an agent' },
        ...agents.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
