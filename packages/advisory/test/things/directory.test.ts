import { askedOfFiles } from '../support/file-rules.js';

describe('a folder that an intruder puts something into', () => {
  it.each([
    [
      'The stolen mails are saved to the folder C:\\ProgramData\\fenmarsh before they leave.',
      'C:\\ProgramData\\fenmarsh',
    ],
    [
      'The parent drops the child into the “User/AppData/Local/FenSetup2” directory and exits.',
      '\\AppData\\Local\\FenSetup2',
    ],
    ['It creates a file in “User/Tester/AppData/Roaming/FenTrace” for its log.', '\\AppData\\Roaming\\FenTrace'],
    ['It drops its tools into %AppData%\\Otterly\\ and runs them.', '\\AppData\\Roaming\\Otterly'],
    ['What it records is stored in the directory “%temp%/reedlogs”.', '\\Temp\\reedlogs'],
    [
      'The implant copied itself into the C:\\Users\\ana.b\\AppData\\Local\\fen kit\\ folder.',
      '\\AppData\\Local\\fen kit',
    ],
    [
      'The dropper extracts the archive to "%ProgramFiles%\\Fen Otter\\bin7\\" first.',
      '\\Program Files\\Fen Otter\\bin7',
    ],
    [
      'The keylogger records keystrokes to a hidden file in %APPDATA%\\Reed\\klogs for it.',
      '\\AppData\\Roaming\\Reed\\klogs',
    ],
    ['The dropper creates the directory \\AppData\\Fenlog and writes to it.', '\\AppData\\Fenlog'],
    ['Malicious files were found in these directories:\n\nC:\\Fenlog\\', 'C:\\Fenlog'],
    ['What was stolen is staged in %TEMP%\\fenstage first.', '\\Temp\\fenstage'],
    [
      'The intruders stored screenshots in C:\\Users\\Public\\Libraries\\fenshots as pictures.',
      'C:\\Users\\Public\\Libraries\\fenshots',
    ],
    ['The archives were written under %ProgramData%\\marsh77 by the implant.', '\\ProgramData\\marsh77'],
    ['It copies its files to a directory named FenUpdate under %APPDATA%.', '\\AppData\\Roaming\\FenUpdate'],
    ['The loader creates a folder called “MarshCache” in %LOCALAPPDATA%.', '\\AppData\\Local\\MarshCache'],
    ['In %PROGRAMDATA% the dropper creates a hidden folder that is named otter-cache.', '\\ProgramData\\otter-cache'],
    ['The first file is saved at %temp%/reedpost by the backdoor.', '\\Temp\\reedpost'],
    [
      'The archive is unpacked to one of these directories:\n\n%AppData%\\Fen52(32)\\\n\n%AppData%\\Fen52(64)\\',
      '\\AppData\\Roaming\\Fen52(64)',
    ],
    ['Keylog dir: %LocalAppData%\\keys77', '\\AppData\\Local\\keys77'],
    ['It saves itself as %AppData%\\Otterly\\@RANDOM@.exe and runs it.', '\\AppData\\Roaming\\Otterly'],
    [
      'It keeps its settings in the file C:\\Windows\\System32\\config\\Bak\\<machine profile GUID>.Bak.0.blob-ms.',
      'C:\\Windows\\System32\\config\\Bak',
    ],
    ['The key is written to %Temp%\\reedlogs\\<host>.txt before that.', '\\Temp\\reedlogs'],
  ])('is watched for files: %s', async (text, literal) => {
    expect(await askedOfFiles(text)).toContain(`'${literal}\\\\'`);
  });

  it.each([
    ['everybody has it', 'The loader is saved to the folder C:\\Windows\\Tasks and to %AppData%\\Microsoft\\Office\\.'],
    ['it is only searched', 'The stealer searches the folder %AppData%\\Wallets77 for keys and copies them.'],
    ['its name may be cut at a blank', 'It creates the folder C:\\Users\\Public\\Fenmarsh Reports before that.'],
    [
      'a list of them is only searched',
      'The stealer searches these folders:\n\n%AppData%\\fen52\\\n\n%AppData%\\fen64\\',
    ],
    ['a list is no folders’', 'It saves a copy under these names:\n\nx\n\nIt ends.\n\n%AppData%\\fen64\\'],
    ['it is spared', 'Files that are placed in the folder C:\\fenmarsh7 are skipped by the encryptor.'],
    ['readers use it', 'Administrators should store backups in the folder D:\\fenvault7.'],
    ['nothing was done', 'The loader did not create the folder C:\\ProgramData\\fenmarsh.'],
    ['a part of it stands for another', 'It is saved to the folder C:\\ProgramData\\<random>\\ of the host.'],
    ['it is installed', 'The product is installed in C:\\Program Files\\Fenproduct and runs.'],
    ['a folder is named that everybody has', 'The loader creates a folder named Office under %APPDATA%.'],
    ['a named folder is only read', 'The loader reads the folder named FenUpdate under %APPDATA%.'],
    ['a file is named', 'The loader creates a folder and a file named fenfile.xyz7 under %APPDATA%.'],
    ['its name is short and the one below a drive', 'It drops C:\\Windows\\fen\\<random>.dat on the host.'],
    ['it is the path of a file', 'It is saved as %AppData%\\mine.xyz in that folder.'],
    ['no word says that it is a folder', 'It is saved as %AppData%\\fenfile7 by the loader.'],
  ])('is none where %s', async (_, text) => {
    expect(await askedOfFiles(text)).not.toMatch(/fen|Tasks|Office|Wallets/);
  });
});
