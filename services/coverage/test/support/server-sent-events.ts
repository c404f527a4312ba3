/** The events of a text/event-stream answer that has ended, their data parsed. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape.
export function serverSentEvents(text: string): { event: string; data: any }[] {
  return text
    .split('\n\n')
    .map((block) => block.split('\n'))
    .filter((lines) => lines.some((line) => line.startsWith('data:')))
    .map((lines) => {
      const value = (name: string) =>
        lines
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim() ?? '';
      return { event: value('event'), data: JSON.parse(value('data')) };
    });
}
