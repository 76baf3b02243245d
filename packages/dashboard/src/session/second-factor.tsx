import { Alert, Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { answerMfa, Code, Password, recover } from '@replywright/contract/dashboard/session.ts'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import * as v from 'valibot'
import { CodeBlock } from '../ui/copy.tsx'
import { downloadText } from '../ui/download-text.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { AppCodeField, BackToSignIn, HiddenEmail, type SessionStepProps } from './fields.tsx'
import { useSessionCall } from './use-session-call.ts'

const AppFields = v.object({ code: Code })

/** The second sign-in step: the code of the authenticator app, or a recovery code. */
export function MfaForm({ email, session, onAnswer, onBack }: SessionStepProps) {
  const [hasLostApp, setLostApp] = useState(false)
  const answering = useSessionCall(answerMfa, onAnswer)
  const form = useEndpointForm(answering, {
    initial: { code: '' },
    rules: AppFields,
    inputOf: (values) => ({ body: { email, session, ...values } }),
  })
  if (hasLostApp) return <RecoveryForm email={email} onAnswer={onAnswer} onBack={onBack} />
  const after = (
    <Group justify="space-between" gap="xs">
      <BackToSignIn onBack={onBack} />
      <Anchor component="button" type="button" size="sm" onClick={() => setLostApp(true)}>
        Use a recovery code
      </Anchor>
    </Group>
  )
  return (
    <EndpointForm form={form} label="Verify code" after={after}>
      <AppCodeField data-autofocus autoFocus {...form.getInputProps('code')} />
    </EndpointForm>
  )
}

const RecoveryFields = v.object({ password: Password, code: Code })

/** Signs in with a recovery code instead of the authenticator app, and says that the app is no longer required. */
function RecoveryForm({ email, onAnswer, onBack }: Omit<SessionStepProps, 'session'>) {
  const recovering = useSessionCall(recover, (answer) => 'challenge' in answer && onAnswer(answer))
  const form = useEndpointForm(recovering, {
    initial: { password: '', code: '' },
    rules: RecoveryFields,
    inputOf: (values) => ({ body: { email, ...values } }),
  })
  const answer = recovering.data
  if (answer && !('challenge' in answer))
    return (
      <Stack>
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Two-factor authentication is off">
          You sign in with your password only. Set up an authenticator app again under Settings → Security.
        </Alert>
        <Button data-autofocus autoFocus onClick={() => onAnswer(answer)}>
          Continue
        </Button>
      </Stack>
    )
  return (
    <EndpointForm form={form} label="Sign in" after={<BackToSignIn onBack={onBack} />}>
      <HiddenEmail email={email} />
      <PasswordInput label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
      <TextInput
        label="Recovery code"
        description="One of the codes that you saved. It turns off two-factor authentication."
        autoComplete="off"
        required
        data-autofocus
        autoFocus
        {...form.getInputProps('code')}
      />
    </EndpointForm>
  )
}

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const text = codes.join('\n')
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
        Save these recovery codes now. They are not shown again. If you lose your authenticator app, sign in with your
        password and one of them. Each works once.
      </Alert>
      <CodeBlock value={text} label="recovery codes" />
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => downloadText('replywright-recovery-codes.txt', 'text/plain', `${text}\n`)}
        >
          Download codes
        </Button>
      </Group>
    </Stack>
  )
}
