<?php
// A harbour office in Symfony's console.
require '/usr/share/php/Symfony/Component/Console/autoload.php';

use Symfony\Component\Console\Application;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;

$app = new Application('quay', '1.4.2');
$app->register('moor')->setAliases(['tie'])->setDescription('Give a boat a place')
    ->addArgument('boat', InputArgument::REQUIRED, "The boat's name")
    ->addArgument('guests', InputArgument::IS_ARRAY, 'Who is on board')
    ->addOption('side', 's', InputOption::VALUE_REQUIRED, 'Which side lies at the wall')
    ->addOption('light', null, InputOption::VALUE_OPTIONAL, 'Show a light at night', 'white')
    ->addOption('rope', 'r', InputOption::VALUE_REQUIRED | InputOption::VALUE_IS_ARRAY, 'Length of a rope')
    ->addOption('fenders', null, InputOption::VALUE_NEGATABLE, 'Hang fenders over the side')
    ->addOption('quick', null, InputOption::VALUE_NONE, 'Ask nothing')
    ->setCode(function () { echo "acted\n"; return 0; });
$app->register('crew:list')->setDescription('Show everybody who works here')->setCode(fn () => 0);
$app->register('crew:hire')->setDescription('Take somebody on')->addArgument('name', InputArgument::REQUIRED, 'Who it is')->setCode(fn () => 0);
$app->register('sink')->setHidden(true)->setCode(fn () => 0);
$app->run();
