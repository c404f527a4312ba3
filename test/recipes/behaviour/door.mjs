/** A sentence that no phrase of the entry repeats gives its rule. */
export function look({ tripline }) {
  const text =
    'The intrusion hit Windows hosts; the Windows loader is heron.exe, a DLL of Windows is spared.\n\n' +
    'The loader replaced the desktop wallpaper of every user.\n';
  const answer = tripline(['generate', '-', '--format', 'json'], text);
  if (!answer.includes('Desktop Wallpaper Changed By A Program')) throw new Error(answer.slice(0, 500));
  return 'a report that tells it in words gives its rule';
}
