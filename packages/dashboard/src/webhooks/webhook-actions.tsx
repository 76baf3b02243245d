import { ActionIcon, Menu, Text } from '@mantine/core'
import { deleteWebhook, disableWebhook, enableWebhook } from '@messaging/contract/dashboard/webhooks.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { IconDots, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { useMay } from '../api/use-may.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { words as ui } from '../ui/words.ts'
import { words } from './words.ts'

const { actions: texts } = words
const { roles } = ui

/** The less frequent actions of a webhook: enable, disable and delete. */
export function WebhookActions({ webhook: { id, name, enabled } }: { readonly webhook: Webhook }) {
  const [confirming, setConfirming] = useState<'disable' | 'delete'>()
  const close = () => setConfirming(undefined)
  const navigate = useNavigate()
  const enabling = useAction(enableWebhook, { onDone: () => tell(texts.enabled(name)) })
  const disabling = useAction(disableWebhook, { onDone: close })
  const deleting = useAction(deleteWebhook, {
    onDone: () => {
      tell(texts.deleted(name))
      return navigate({ to: '/webhooks' })
    },
  })
  const mayDisable = useMay(disableWebhook)
  const mayDelete = useMay(deleteWebhook)
  if (!mayDisable) return null
  const input = { params: { id } }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={texts.more}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {enabled ? (
            <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={() => setConfirming('disable')}>
              {texts.disable}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              onClick={() => enabling.mutate(input, { onError: tellError })}
            >
              {texts.enable}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={!mayDelete}
            title={mayDelete ? undefined : roles.required[deleteWebhook.role]}
            onClick={() => setConfirming('delete')}
          >
            {texts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={confirming === 'disable'}
        onClose={close}
        title={texts.disableTitle(name)}
        confirm={texts.disableConfirm}
        onConfirm={() => disabling.mutate(input)}
        isPending={disabling.isPending}
        error={disabling.error}
      >
        <Text size="sm">{texts.disableEffect}</Text>
      </ConfirmDialog>
      <ConfirmDialog
        opened={confirming === 'delete'}
        onClose={close}
        title={texts.deleteTitle(name)}
        confirm={texts.deleteConfirm}
        danger
        onConfirm={() => deleting.mutate(input)}
        isPending={deleting.isPending}
        error={deleting.error}
      >
        <Text size="sm">{texts.deleteEffect}</Text>
      </ConfirmDialog>
    </>
  )
}
