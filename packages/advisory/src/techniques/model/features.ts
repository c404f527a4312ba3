import { stem } from '../../knowledge/stem.js';

/** Words without meaning for a technique; pairs of words reach across them. */
const SILENT = new Set(
  `a an the of to in on at by for with from and or as is are was were be been being it its this that these those which who whom their them they
  he his she her we our us you your i not no has have had do does did can could may might will would also such than then there here into onto
  when while where after before during if so but both each other any all some more most many via using use used uses`.split(
    /\s+/,
  ),
);

const TOKEN =
  /hxxps?:\S+|https?:\S+|hk(?:lm|cu|cr|ey_)[\w\\]*|\.?[a-z][a-z0-9]*(?:[-_'’][a-z0-9]+)*(?:\.(?:exe|dll|ps1|bat|vbs|js|hta|lnk|docx?|docm|xlsx?|xlsm|zip|rar|iso|jar|sh|py|dat|tmp|txt|sys))?|\d+(?:\.\d+){3}/g;

/** The feature for a token: a kind of value for addresses and names, else the word's stem. */
function wordOf(token: string): string {
  if (/^h..ps?:/.test(token)) return '<url>';
  if (/^hk(?:lm|cu|cr|ey_)/.test(token)) return '<key>';
  if (/^\d/.test(token)) return '<ip>';
  const dot = token.lastIndexOf('.');
  return dot > 0 && !STOCK.has(token) ? `<${token.slice(dot)}>` : stem(token.replace(/['’]s$/, ''));
}

/** Programs whose names say what was done; other files count by their kind. */
const STOCK = new Set(
  `cmd.exe powershell.exe rundll32.exe regsvr32.exe mshta.exe wmic.exe schtasks.exe net.exe net1.exe reg.exe sc.exe at.exe psexec.exe certutil.exe
  bitsadmin.exe wscript.exe cscript.exe explorer.exe svchost.exe lsass.exe whoami.exe ipconfig.exe systeminfo.exe tasklist.exe netstat.exe
  nltest.exe vssadmin.exe ping.exe iexplore.exe msiexec.exe procdump.exe taskkill.exe attrib.exe netsh.exe`.split(
    /\s+/,
  ),
);

/** Turns sentences into features. Use one for a whole document, since it remembers each word. */
export type FeatureReader = (sentence: string) => readonly string[];

/**
 * Makes the reader that turns a sentence into the model's features: its words by stem and its pairs of neighbouring words, each once.
 * Addresses, registry keys and file names count by their kind, so that the model learns nothing of a single incident.
 */
export function featureReader(): FeatureReader {
  const words = new Map<string, string>();
  return (sentence) => {
    const features = new Set<string>();
    let before: string | undefined;
    for (const token of sentence.toLowerCase().match(TOKEN) ?? []) {
      if (SILENT.has(token)) continue;
      let word = words.get(token);
      if (word === undefined) {
        word = wordOf(token);
        words.set(token, word);
      }
      features.add(word);
      if (before !== undefined) features.add(`${before} ${word}`);
      before = word;
    }
    return [...features];
  };
}
