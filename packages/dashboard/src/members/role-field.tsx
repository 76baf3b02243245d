import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { ROLES } from '@messaging/contract/roles.ts'
import { words as ui } from '../ui/words.ts'

const DATA = ROLES.map((value) => ({ value, label: `${ui.roles.names[value]}: ${ui.roles.rights[value]}` }))

/** The field for the role of a member. */
export function RoleField(props: Omit<NativeSelectProps, 'data'>) {
  return <NativeSelect data={DATA} {...props} />
}
