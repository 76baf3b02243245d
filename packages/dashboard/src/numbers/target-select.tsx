import { NativeSelect } from '@mantine/core'
import { listAgents } from '@replywright/contract/agents.ts'
import { LARGEST_LIMIT } from '@replywright/contract/page.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readList } from '../api/call.ts'
import { useMe } from '../api/use-me.ts'
import { webhooksQuery } from '../webhooks/webhooks-query.ts'
import { ownAgents } from './routing.ts'

interface Named {
  readonly id: string
  readonly name: string
}

interface SelectProps<Target> {
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: ReactNode
  /** The current agent or endpoint: always included, even if the list lacks it. */
  readonly known?: Target | null
}

/** Selects one of the organisation's agents by id; `''` is no agent. */
export function AgentSelect({ known, ...props }: SelectProps<Named>) {
  const { data: me } = useMe()
  const query = useQuery(readList(listAgents, { query: { limit: String(LARGEST_LIMIT) } }))
  return (
    <TargetSelect
      label="Agent"
      description={query.data?.next ? `Lists the newest ${LARGEST_LIMIT} agents.` : undefined}
      query={query}
      choices={ownAgents(query.data?.results ?? [], me?.organization.id, known)}
      {...props}
    />
  )
}

/** Selects one of the user's own webhooks by id; `''` is no webhook. */
export function WebhookSelect({ known, ...props }: SelectProps<Named & { readonly enabled?: boolean }>) {
  const query = useQuery(webhooksQuery())
  const own = (query.data ?? []).filter(({ isOwn }) => isOwn)
  const choices = known && !own.some(({ id }) => id === known.id) ? [known, ...own] : own
  return (
    <TargetSelect
      label="Endpoint"
      description="Only endpoints that you created."
      query={query}
      choices={choices.map(({ id, name, enabled }) => ({ id, name: enabled === false ? `${name} (disabled)` : name }))}
      {...props}
    />
  )
}

function TargetSelect({
  label,
  query: { isPending, isError },
  choices,
  onChange,
  error,
  ...props
}: Omit<SelectProps<Named>, 'known'> & {
  readonly label: 'Agent' | 'Endpoint'
  readonly description: string | undefined
  readonly query: { readonly isPending: boolean; readonly isError: boolean }
  readonly choices: readonly Named[]
}) {
  const thing = label.toLowerCase()
  return (
    <NativeSelect
      label={label}
      required
      error={error ?? (isError && `Could not load the ${thing}s. Reload the page.`)}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: isPending ? `Loading ${thing}s` : `Choose an ${thing}` },
        ...choices.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...props}
    />
  )
}
