import { Text } from '@mantine/core'
import { type ApiKey, revokeApiKey } from '@messaging/contract/dashboard/api-keys.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'
import { words } from './words.ts'

/** Confirms the revocation of a key. Open while `apiKey` is set. */
export function RevokeKeyDialog({
  apiKey,
  onClose,
}: {
  readonly apiKey: ApiKey | undefined
  readonly onClose: () => void
}) {
  const revoking = useAction(revokeApiKey, {
    onDone: () => {
      onClose()
      tell(words.revoke.done)
    },
  })
  return (
    <ConfirmDialog
      opened={apiKey !== undefined}
      onClose={onClose}
      title={words.revoke.title(apiKey?.name ?? '')}
      confirm={words.revoke.confirm}
      danger
      onConfirm={() => apiKey && revoking.mutate({ params: { id: apiKey.id } })}
      isPending={revoking.isPending}
      error={revoking.error}
    >
      <Text size="sm">
        {words.revoke.before} <code>{words.prefix(apiKey?.prefix ?? '')}</code> {words.revoke.after}
      </Text>
    </ConfirmDialog>
  )
}
