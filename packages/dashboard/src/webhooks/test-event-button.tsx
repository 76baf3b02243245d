import { Button } from '@mantine/core'
import { sendTestEvent } from '@messaging/contract/dashboard/webhooks.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { IconSend } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { tellError } from '../ui/tell.ts'

/** Sends a test event and shows its result on the page. */
export function TestEventButton({ webhook: { id } }: { readonly webhook: Webhook }) {
  const navigate = useNavigate()
  const sending = useAction(sendTestEvent, {
    onDone: ({ deliveryId }) =>
      void navigate({ to: '/webhooks/$id', params: { id }, search: { test: deliveryId }, replace: true }),
  })
  return (
    <Allowed endpoint={sendTestEvent}>
      <Button
        leftSection={<IconSend size={16} aria-hidden />}
        loading={sending.isPending}
        onClick={() => sending.mutate({ params: { id } }, { onError: tellError })}
      >
        Send test event
      </Button>
    </Allowed>
  )
}
