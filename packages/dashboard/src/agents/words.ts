export const words = {
  documents: {
    renamed: (name: string) =>
      `Another user renamed this document to ${name}. Select Rename again to replace that name.`,
  },
}
