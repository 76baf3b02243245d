import { Alert } from '@mantine/core'
import { hasCredential } from '@replywright/contract/masked-url.ts'
import { IconAlertTriangle } from '@tabler/icons-react'

/** A warning below the field of a URL that seems to contain a credential. `instead` says where the credential belongs. */
export function CredentialHint({ url, instead }: { readonly url: string; readonly instead: string }) {
  if (!hasCredential(url)) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="This URL seems to contain a credential">
      The query, user name and password are masked for viewers and read-only keys, but servers and proxies may log them.{' '}
      {instead}
    </Alert>
  )
}
