import { NativeSelect } from '@mantine/core'
import { listWebhooks } from '@messaging/contract/dashboard/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readList } from '../api/read.ts'

/** Selects one of the user's own webhooks by id; `''` is no webhook. */
export function WebhookSelect({
  value,
  onChange,
  error,
}: {
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: ReactNode
}) {
  const { data: webhooks = [], isPending, isError } = useQuery(readList(listWebhooks, {}))
  return (
    <NativeSelect
      label="Endpoint"
      required
      description="Only endpoints that you created."
      error={error ?? (isError && 'Could not load the endpoints. Reload the page.')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: isPending ? 'Loading endpoints' : 'Choose an endpoint' },
        ...webhooks
          .filter(({ isOwn }) => isOwn)
          .map(({ id, name, enabled }) => ({ value: id, label: enabled ? name : `${name} (disabled)` })),
      ]}
    />
  )
}
