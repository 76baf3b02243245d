import { Menu } from '@mantine/core'
import { deleteWebhook } from '@messaging/contract/dashboard/webhooks.ts'
import { disableWebhook, enableWebhook, type Webhook } from '@messaging/contract/webhooks.ts'
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { useMay } from '../api/use-may.ts'
import { ActionDialog } from '../ui/action-dialog.tsx'
import { MoreActions } from '../ui/more-actions.tsx'
import { MISSING_ROLE_TEXTS } from '../ui/role-texts.ts'
import { tell, tellError } from '../ui/tell.ts'

/** The less frequent actions of a webhook: enable, disable and delete. */
export function WebhookActions({ webhook: { id, name, enabled } }: { readonly webhook: Webhook }) {
  const [confirming, setConfirming] = useState<'disable' | 'delete'>()
  const close = () => setConfirming(undefined)
  const navigate = useNavigate()
  const enabling = useAction(enableWebhook, { onDone: () => tell(`${name} enabled`) })
  const mayDisable = useMay(disableWebhook)
  const mayDelete = useMay(deleteWebhook)
  if (!mayDisable) return null
  const input = { params: { id } }
  return (
    <>
      <MoreActions>
        {enabled ? (
          <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={() => setConfirming('disable')}>
            Disable
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => enabling.mutate(input, { onError: tellError })}
          >
            Enable
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={!mayDelete}
          title={mayDelete ? undefined : MISSING_ROLE_TEXTS[deleteWebhook.role]}
          onClick={() => setConfirming('delete')}
        >
          Delete
        </Menu.Item>
      </MoreActions>
      <ActionDialog
        opened={confirming === 'disable'}
        onClose={close}
        endpoint={disableWebhook}
        input={input}
        title={`Disable ${name}?`}
        confirm="Disable endpoint"
      >
        Events are no longer sent. They are stored as failed deliveries, which you can replay after you enable the
        endpoint.
      </ActionDialog>
      <ActionDialog
        opened={confirming === 'delete'}
        onClose={close}
        endpoint={deleteWebhook}
        input={input}
        title={`Delete ${name}?`}
        confirm="Delete endpoint"
        danger
        done={`${name} deleted`}
        onDone={() => navigate({ to: '/webhooks' })}
      >
        This cannot be undone. Its deliveries stay visible for 30 days. Conversations and numbers routed to it get no
        replies until you change their routing.
      </ActionDialog>
    </>
  )
}
