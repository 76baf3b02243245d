import { Text } from '@mantine/core'
import { type ApiKey, revokeApiKey } from '@messaging/contract/dashboard/api-keys.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'

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
      tell('API key revoked')
    },
  })
  return (
    <ConfirmDialog
      opened={apiKey !== undefined}
      onClose={onClose}
      title={`Revoke ${apiKey?.name ?? ''}?`}
      confirm="Revoke key"
      danger
      onConfirm={() => apiKey && revoking.mutate({ params: { id: apiKey.id } })}
      isPending={revoking.isPending}
      error={revoking.error}
    >
      <Text size="sm">
        Requests using <code>{apiKey?.prefix ?? ''}…</code> stop working within 15 seconds. This cannot be undone.
      </Text>
    </ConfirmDialog>
  )
}
