import { Button, Group, Stack } from '@mantine/core'
import { type AccountLink, publishTemplate, type Template, unpublishTemplate } from '@replywright/contract/templates.ts'
import { ApiError } from '../api/api-error.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ActionButton } from '../ui/confirm-dialog.tsx'
import { FormError } from '../ui/form-parts.tsx'
import { tell, tellError } from '../ui/notices.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Publication } from './publication.ts'

/** Publishes a template on one account, and unpublishes it there if the provider may have it. */
export function LinkActions({
  template: { id, name },
  link: { accountId, accountName },
  publication: { state, mayExist },
  disabled,
}: {
  readonly template: Pick<Template, 'id' | 'name'>
  readonly link: AccountLink
  readonly publication: Publication
  readonly disabled: boolean
}) {
  const publishing = useAction(publishTemplate, {
    done: ({ publishErrors: [failure] }) => (failure ? undefined : `${name} submitted for ${accountName}`),
  })
  const failure = publishing.data?.publishErrors[0]
  const input = { params: { id }, body: { accountIds: [accountId] } }
  const isUrgent = state === 'none' || state === 'outdated'
  return (
    <Allowed endpoint={publishTemplate}>
      <Stack gap="xs" align="flex-end" ta="start">
        <Group gap="xs" wrap="nowrap">
          {state !== 'renamed' && (
            <Button
              size="xs"
              variant={isUrgent ? 'filled' : 'default'}
              disabled={disabled}
              loading={publishing.isPending}
              aria-label={mayExist ? `Publish again: ${name} on ${accountName}` : `Publish ${name} on ${accountName}`}
              onClick={() => publishing.mutate(input)}
            >
              {mayExist ? 'Publish again' : 'Publish'}
            </Button>
          )}
          {mayExist && (
            <ActionButton
              button={{ label: 'Unpublish', 'aria-label': `Unpublish ${name} from ${accountName}`, size: 'xs' }}
              endpoint={unpublishTemplate}
              input={input}
              title={`Unpublish ${name} from ${accountName}?`}
              confirm="Unpublish"
              danger
              onDone={({ unpublishErrors: [failure] }) => {
                if (failure) tellError(rejection(failure.error))
                else tell(`${name} unpublished from ${accountName}`)
              }}
            >
              The provider deletes the template on this account and blocks its name for 30 days. You can no longer send
              it. The draft is kept, and can be published again under another name.
            </ActionButton>
          )}
        </Group>
        <FormError error={publishing.error ?? (failure && rejection(failure.error))} />
      </Stack>
    </Allowed>
  )
}

/** Builds the error of one account from a successful response. */
function rejection(message: string): ApiError {
  return new ApiError(message, { status: 200, code: 'upstream_error' })
}
