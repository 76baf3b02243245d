import { Button, Group, Text } from '@mantine/core'
import { publishTemplate, unpublishTemplate } from '@messaging/contract/template-publishing.ts'
import type { AccountLink, Template } from '@messaging/contract/templates.ts'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell, tellError } from '../ui/tell.ts'

/** Publishes a template on one account, again after a change, and takes it away there. */
export function LinkActions({
  template: { id, name },
  link: { accountId, accountName, status },
  disabled = false,
}: {
  readonly template: Pick<Template, 'id' | 'name'>
  readonly link: AccountLink
  readonly disabled?: boolean
}) {
  const [isAsking, setAsking] = useState(false)
  const publishing = useAction(publishTemplate, {
    onDone: ({ publishErrors: [refusal] }) => {
      if (refusal) tellError(refused(refusal.error))
      else tell(`${name} was submitted for ${accountName}.`)
    },
  })
  const unpublishing = useAction(unpublishTemplate, {
    onDone: ({ unpublishErrors: [refusal] }) => {
      setAsking(false)
      if (refusal) tellError(refused(refusal.error))
      else tell(`${name} is no longer published on ${accountName}.`)
    },
  })
  const input = { params: { id }, body: { accountIds: [accountId] } }
  const isPublished = status !== 'DRAFT'
  return (
    <>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="xs"
          variant={isPublished ? 'default' : 'filled'}
          disabled={disabled}
          loading={publishing.isPending}
          aria-label={`${isPublished ? 'Publish again' : 'Publish'} ${name} on ${accountName}`}
          onClick={() => publishing.mutate(input, { onError: tellError })}
        >
          {isPublished ? 'Publish again' : 'Publish'}
        </Button>
        {isPublished && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Unpublish ${name} from ${accountName}`}
            onClick={() => setAsking(true)}
          >
            Unpublish
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`Unpublish ${name} from ${accountName}?`}
        confirm="Unpublish"
        danger
        onConfirm={() => unpublishing.mutate(input)}
        isPending={unpublishing.isPending}
        error={unpublishing.error}
      >
        <Text size="sm">
          The provider deletes it there: it cannot be sent any more, and the provider refuses the same name for some
          weeks. The draft stays here.
        </Text>
      </ConfirmDialog>
    </>
  )
}

/** What one account refused, of an answer that is a success otherwise. */
function refused(message: string): ApiError {
  return new ApiError(message, { status: 200, code: 'upstream_error' })
}
